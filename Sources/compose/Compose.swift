import CommandLineTool
import Glibc

@main
struct Compose {
  static func main() {
    exit(Tool.run(Array(CommandLine.arguments.dropFirst())))
  }
}
