#!/usr/bin/env bash
# The suites once more, in builds that notice what a result does not show.
#
#   tests/sanitize.sh                    address and undefined behaviour, checked build:
#                                        signatures, contract and hidden-information suites
#   tests/sanitize.sh address FILE...    the same build over these test files
#   tests/sanitize.sh thread [SCRIPT...] thread sanitizer over a script (tests/threads.py)
#
# The builds go to build/sanitize-*; what is built in place stays as it is. Each random game
# and each change of bytes is dear here and was made before, in the plain build: a quarter of
# them by default (ARMILLARY_EFFORT), of every kind, over every game and seat count.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:-address}
[ $# -gt 0 ] && shift
python=${PYTHON:-python}
target=$PWD/build/sanitize-$kind

case $kind in
  address) flags="-DARMILLARY_SANITIZE=address -DARMILLARY_CHECKED=ON" library=libasan.so symbol=__asan_init ;;
  thread)  flags="-DARMILLARY_SANITIZE=thread" library=libtsan.so symbol=__tsan_init ;;
  *) echo "tests/sanitize.sh: '$kind' is neither address nor thread" >&2; exit 2 ;;
esac

# Modules of a game that is gone must not be found again.
rm -rf "$target"
# --foreground: whoever ends this script ends what it runs, too.
ARMILLARY_CMAKE_ARGS=$flags timeout --foreground 600 "$python" setup.py -q build --build-lib "$target"

# A run without the sanitizer would prove nothing.
for module in "$target"/armillary_core/kernel/position.*.so; do
  grep -q "$symbol" "$module" || { echo "$module is not instrumented" >&2; exit 1; }
done

# PYTHONMALLOC: Python's own pools would hide an overrun of a bytes object.
sanitized() {
  env PYTHONPATH="$target" ARMILLARY_EFFORT="${ARMILLARY_EFFORT:-0.25}" PYTHONMALLOC=malloc \
    PYTHONDONTWRITEBYTECODE=1 LD_PRELOAD="$(${CC:-gcc} -print-file-name=$library)" \
    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
    TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=66:halt_on_error=1 \
    timeout --foreground "${LIMIT:-240}" "$@"
}

if [ "$kind" = thread ]; then
  [ $# -gt 0 ] || set -- tests/threads.py
  # The thread sanitizer wants its memory where it was linked to: no random layout.
  sanitized setarch -R "$python" "$@"
  exit
fi

sanitized "$python" -c 'from armillary_core.kernel import position as p; assert p.IS_CHECKED, p'
# C asserts bite: an empty stack has no top.
if sanitized "$python" -c 'from armillary_core.kernel.probe import ProbeStack as S; S().pop()' \
    2>"$target/abort.log"; then
  echo "the checked build let an empty stack be popped" >&2; exit 1
fi
grep -q "must(" "$target/abort.log"

sanitized "$python" -m armillary bench --check tests/signatures.toml
# Texts and arguments that never reach compiled code are left out.
[ $# -gt 0 ] || set -- tests/contract/test_{play,fuzz,record,chance,outcome}.py \
  tests/hidden/test_worlds.py tests/property/test_kernel.py tests/perft \
  tests/search/test_golden.py tests/search/test_reuse.py
LIMIT=900 sanitized "$python" -m pytest -q -n 2 -p no:cacheprovider --timeout 240 \
  -k "not junk and not no_move_at_all and not out_of_range" "$@"
