;; Brightness of pixels of three or four bytes. Called by luma.ts, which says what lies where in the memory.
(module
  (memory (export "memory") 1)

  ;; Pixels of `size` bytes in [from, end) become one byte each from `target` on, 16 pixels at a time: up to 15 more are read and written. A
  ;; pixel is the sum of its first three bytes, each with its weight in 1/256.
  (func (export "luma")
    (param $from i32) (param $end i32) (param $size i32) (param $target i32)
    (param $first i32) (param $second i32) (param $third i32)
    (local $weights v128) (local $step i32)
    (local.set $weights
      (i64x2.splat
        (i64.or
          (i64.extend_i32_u (i32.or (local.get $first) (i32.shl (local.get $second) (i32.const 16))))
          (i64.shl (i64.extend_i32_u (local.get $third)) (i64.const 32)))))
    (local.set $step (i32.mul (local.get $size) (i32.const 4)))
    (loop $pixels
      (v128.store (local.get $target)
        (i8x16.narrow_i16x8_u
          (i16x8.narrow_i32x4_s
            (call $four (local.get $from) (local.get $size) (local.get $weights))
            (call $four (local.tee $from (i32.add (local.get $from) (local.get $step))) (local.get $size) (local.get $weights)))
          (i16x8.narrow_i32x4_s
            (call $four (local.tee $from (i32.add (local.get $from) (local.get $step))) (local.get $size) (local.get $weights))
            (call $four (local.tee $from (i32.add (local.get $from) (local.get $step))) (local.get $size) (local.get $weights)))))
      (local.set $target (i32.add (local.get $target) (i32.const 16)))
      (br_if $pixels
        (i32.lt_u (local.tee $from (i32.add (local.get $from) (local.get $step))) (local.get $end)))))

  ;; Of the four pixels from `at` on.
  (func $four (param $at i32) (param $size i32) (param $weights v128) (result v128)
    (local $pixels v128) (local $a v128) (local $b v128)
    (local.set $pixels (v128.load (local.get $at)))
    (if (i32.eq (local.get $size) (i32.const 3))
      (then
        ;; The fourth byte may be anything: its weight is 0.
        (local.set $pixels
          (i8x16.shuffle 0 1 2 0 3 4 5 0 6 7 8 0 9 10 11 0 (local.get $pixels) (local.get $pixels)))))
    (local.set $a
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $pixels)) (local.get $weights)))
    (local.set $b
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $pixels)) (local.get $weights)))
    (i32x4.shr_u
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $a) (local.get $b))
        (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a) (local.get $b)))
      (i32.const 8))))
