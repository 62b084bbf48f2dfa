;; Scales a bitmap: `stretch` along its rows, `mix` across them. Called by resample.ts, which says what lies where in the memory.
(module
  (memory (export "memory") 1)

  ;; Each row of `width` bytes becomes one of `length` numbers (f32), `stride` bytes apart. Target pixel i is the sum of `count` pixels from
  ;; first[i] (i32) on, each with its weight (f32); pixels outside of the row are 0. `count` is a multiple of 4.
  (func (export "stretch")
    (param $pixels i32) (param $width i32) (param $height i32)
    (param $first i32) (param $weights i32) (param $count i32)
    (param $length i32) (param $target i32) (param $stride i32)
    (local $i i32) (local $y i32) (local $start i32) (local $weight i32) (local $k i32) (local $end i32)
    (local $from i32) (local $to i32) (local $sum f32) (local $sums v128)
    (local $w v128)
    (loop $targets
      (local.set $start (i32.load (i32.add (local.get $first) (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $weight
        (i32.add (local.get $weights) (i32.shl (i32.mul (local.get $i) (local.get $count)) (i32.const 2))))
      (local.set $from (local.get $pixels))
      (local.set $to (i32.add (local.get $target) (i32.shl (local.get $i) (i32.const 2))))
      (local.set $y (i32.const 0))
      (if (i32.and
            (i32.ge_s (local.get $start) (i32.const 0))
            (i32.le_s (i32.add (local.get $start) (local.get $count)) (local.get $width)))
        (then
          (local.set $w (v128.load (local.get $weight)))
          (loop $rows
            (local.set $k (i32.add (local.get $from) (local.get $start)))
            (local.set $sums (f32x4.mul (call $four (local.get $k)) (local.get $w)))
            (local.set $end (i32.add (local.get $k) (local.get $count)))
            (local.set $k (i32.add (local.get $k) (i32.const 4)))
            (if (i32.lt_u (local.get $k) (local.get $end))
              (then
                (loop $groups
                  (local.set $sums
                    (f32x4.add (local.get $sums)
                      (f32x4.mul
                        (call $four (local.get $k))
                        (v128.load
                          (i32.add (local.get $weight)
                            (i32.shl
                              (i32.add (i32.sub (local.get $k) (local.get $end)) (local.get $count))
                              (i32.const 2)))))))
                  (local.set $k (i32.add (local.get $k) (i32.const 4)))
                  (br_if $groups (i32.lt_u (local.get $k) (local.get $end))))))
            (local.set $sums
              (f32x4.add (local.get $sums)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sums) (local.get $sums))))
            (f32.store (local.get $to)
              (f32.add (f32x4.extract_lane 0 (local.get $sums)) (f32x4.extract_lane 1 (local.get $sums))))
            (local.set $from (i32.add (local.get $from) (local.get $width)))
            (local.set $to (i32.add (local.get $to) (local.get $stride)))
            (br_if $rows
              (i32.lt_s (local.tee $y (i32.add (local.get $y) (i32.const 1))) (local.get $height)))))
        (else
          (loop $edge
            (local.set $sum (f32.const 0))
            (local.set $k (select (i32.const 0) (i32.sub (i32.const 0) (local.get $start)) (i32.ge_s (local.get $start) (i32.const 0))))
            (local.set $end (i32.sub (local.get $width) (local.get $start)))
            (local.set $end (select (local.get $count) (local.get $end) (i32.lt_s (local.get $count) (local.get $end))))
            (block $done
              (loop $each
                (br_if $done (i32.ge_s (local.get $k) (local.get $end)))
                (local.set $sum
                  (f32.add (local.get $sum)
                    (f32.mul
                      (f32.convert_i32_u
                        (i32.load8_u (i32.add (local.get $from) (i32.add (local.get $start) (local.get $k)))))
                      (f32.load (i32.add (local.get $weight) (i32.shl (local.get $k) (i32.const 2)))))))
                (local.set $k (i32.add (local.get $k) (i32.const 1)))
                (br $each)))
            (f32.store (local.get $to) (local.get $sum))
            (local.set $from (i32.add (local.get $from) (local.get $width)))
            (local.set $to (i32.add (local.get $to) (local.get $stride)))
            (br_if $edge
              (i32.lt_s (local.tee $y (i32.add (local.get $y) (i32.const 1))) (local.get $height))))))
      (br_if $targets
        (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $length)))))

  ;; Four bytes as numbers.
  (func $four (param $at i32) (result v128)
    (f32x4.convert_i32x4_u
      (i32x4.extend_low_i16x8_u
        (i16x8.extend_low_i8x16_u (v128.load32_zero (local.get $at))))))

  ;; One row of `width` bytes, rounded and clamped: the sum of `count` rows of numbers from `rows` on, `stride` bytes apart, each with its
  ;; weight. Up to three bytes after the row are written too.
  (func (export "mix")
    (param $rows i32) (param $stride i32) (param $weights i32) (param $count i32)
    (param $target i32) (param $width i32)
    (local $x i32) (local $k i32) (local $from i32) (local $sums v128)
    (loop $fours
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (local.set $from (i32.add (local.get $rows) (i32.shl (local.get $x) (i32.const 2))))
      (local.set $k (i32.const 0))
      (block $done
        (loop $each
          (br_if $done (i32.ge_s (local.get $k) (local.get $count)))
          (local.set $sums
            (f32x4.add (local.get $sums)
              (f32x4.mul
                (v128.load (local.get $from))
                (v128.load32_splat (i32.add (local.get $weights) (i32.shl (local.get $k) (i32.const 2)))))))
          (local.set $from (i32.add (local.get $from) (local.get $stride)))
          (local.set $k (i32.add (local.get $k) (i32.const 1)))
          (br $each)))
      (local.set $sums (i32x4.trunc_sat_f32x4_s (f32x4.nearest (local.get $sums))))
      (local.set $sums (i16x8.narrow_i32x4_s (local.get $sums) (local.get $sums)))
      (v128.store32_lane 0
        (i32.add (local.get $target) (local.get $x))
        (i8x16.narrow_i16x8_u (local.get $sums) (local.get $sums)))
      (br_if $fours
        (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 4))) (local.get $width)))))
)
