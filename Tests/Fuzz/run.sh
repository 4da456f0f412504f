#!/bin/sh
# Fuzzes every reader for so many seconds each (default 60): Tests/Fuzz/run.sh [SECONDS]
# Seeds are the examples and, where they lie beside the checkout, the shared recordings. Findings stay in fuzz-out/.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
export REPLAY_FUZZ=1
scratch=.build/fuzz
build() {
  swift build -c release --product "$1" -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld --scratch-path "$scratch"
}
seed() { # KIND FILE…: copies small files into the kind's corpus
  kind=$1
  shift
  mkdir -p "fuzz-out/$kind"
  for file in "$@"; do
    if [ -f "$file" ] && [ "$(wc -c <"$file")" -lt 70000 ]; then cp "$file" "fuzz-out/$kind/seed-$(basename "$file")"; fi
  done
}
run() { # KIND PROGRAM
  echo "== $1"
  FUZZ_KIND=$1 "$scratch/release/$2" "fuzz-out/$1" -max_total_time="$seconds" -max_len=20000 -timeout=5 -rss_limit_mb=1000 \
    -print_final_stats=1 -artifact_prefix="fuzz-out/$1-" 2>&1 | grep -E 'ERROR|Test unit|stat::number_of_executed|Fatal|DONE'
}

build FuzzRecordings
shared=../shared/recordings
seed gpx examples/recordings/*.gpx "$shared"/gpx/*.gpx "$shared"/malformed/*.gpx
seed tcx "$shared"/tcx/*.tcx "$shared"/malformed/*.tcx
seed fit "$shared"/fit/*.fit "$shared"/malformed/*.fit
seed gzip "$shared"/gpx/*.gz "$shared"/malformed/*.gz
seed other "$shared"/kml/* "$shared"/geojson/*
for kind in gpx tcx fit gzip other; do run $kind FuzzRecordings; done

build FuzzTemplates
seed template templates/*/*.yaml examples/templates/*/*.yaml
mkdir -p fuzz-out/expression
grep -oh '\${[^}]*}' templates/*/*.yaml examples/templates/*/*.yaml | sort -u | while read -r line; do
  text=${line#??}
  printf '%s' "${text%?}" >"fuzz-out/expression/seed-$(printf '%s' "$text" | cksum | cut -d' ' -f1)"
done
for kind in template expression; do run $kind FuzzTemplates; done
