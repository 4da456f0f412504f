import CommandLineTool

@main
struct Compose {
  static func main() {
  }
}
