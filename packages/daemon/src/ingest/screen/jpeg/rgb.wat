;; Pixels of four bytes as pixels of three. Called by rgb.ts, which says what lies where in the memory.
(module
  (memory (export "memory") 1)

  ;; Pixels in [from, end) lose their fourth byte, and their first and third change places when `isSwapped` is not 0. Four at a time: up to three
  ;; more are read and written.
  (func (export "rgb")
    (param $from i32) (param $end i32) (param $target i32) (param $isSwapped i32)
    (local $pixels v128)
    (loop $four
      (local.set $pixels (v128.load (local.get $from)))
      (if (local.get $isSwapped)
        (then
          (local.set $pixels
            (i8x16.shuffle 2 1 0 3 6 5 4 7 10 9 8 11 14 13 12 15 (local.get $pixels) (local.get $pixels)))))
      (v128.store (local.get $target)
        (i8x16.shuffle 0 1 2 4 5 6 8 9 10 12 13 14 0 0 0 0 (local.get $pixels) (local.get $pixels)))
      (local.set $target (i32.add (local.get $target) (i32.const 12)))
      (br_if $four
        (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end))))))
