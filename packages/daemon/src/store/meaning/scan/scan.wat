;; Scores every passage of the index for a query. Codes of 384 numbers, four bits each, lie in blocks of 16 passages: byte 0 of all sixteen,
;; then byte 1 of all sixteen, and so on, 3072 bytes in all. The query lies at address 0 as 384 tables of 16 bytes, one for each number:
;; what its code adds to the score. Four tables one after the other add up to at most 255. Writes 16 scores of 16 bits for each block: zero where
;; the mask has a zero, which has a byte of 0 or 255 for each passage. The greatest of each block goes to $tops.
(module
  (memory (export "memory") 1)
  (func (export "scan") (param $codes i32) (param $mask i32) (param $scores i32) (param $tops i32) (param $blocks i32)
    (local $end i32)
    (local $table i32)
    (local $first v128)
    (local $second v128)
    (local $low v128)
    (local $high v128)
    (local $one v128)
    (local $two v128)
    (local $three v128)
    (local $four v128)
    (local $sum v128)
    (local $nibble v128)
    (local.set $nibble (i8x16.splat (i32.const 15)))
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $blocks) (i32.const 5))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $low (i16x8.splat (i32.const 0)))
        (local.set $high (i16x8.splat (i32.const 0)))
        (local.set $table (i32.const 0))
        (loop $bytes
          (local.set $one (v128.load (local.get $table)))
          (local.set $two (v128.load offset=16 (local.get $table)))
          (local.set $three (v128.load offset=32 (local.get $table)))
          (local.set $four (v128.load offset=48 (local.get $table)))
          (local.set $first (v128.load (local.get $codes)))
          (local.set $second (v128.load offset=16 (local.get $codes)))
          (local.set $sum
            (i8x16.add
              (i8x16.add
                (i8x16.swizzle (local.get $one) (v128.and (local.get $first) (local.get $nibble)))
                (i8x16.swizzle (local.get $two) (v128.and (i16x8.shr_u (local.get $first) (i32.const 4)) (local.get $nibble))))
              (i8x16.add
                (i8x16.swizzle (local.get $three) (v128.and (local.get $second) (local.get $nibble)))
                (i8x16.swizzle (local.get $four) (v128.and (i16x8.shr_u (local.get $second) (i32.const 4)) (local.get $nibble))))))
          (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $sum))))
          (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $sum))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
          (br_if $bytes (i32.lt_u (local.tee $table (i32.add (local.get $table) (i32.const 64))) (i32.const 6144))))
        (local.set $sum (v128.load (local.get $mask)))
        (v128.store (local.get $scores) (local.tee $low (v128.and (local.get $low) (i16x8.extend_low_i8x16_s (local.get $sum)))))
        (v128.store offset=16 (local.get $scores) (local.tee $high (v128.and (local.get $high) (i16x8.extend_high_i8x16_s (local.get $sum)))))
        (local.set $sum (i16x8.max_u (local.get $low) (local.get $high)))
        (local.set $sum (i16x8.max_u (local.get $sum) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum))))
        (local.set $sum (i16x8.max_u (local.get $sum) (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $sum) (local.get $sum))))
        (local.set $sum (i16x8.max_u (local.get $sum) (i8x16.shuffle 2 3 0 1 6 7 4 5 10 11 8 9 14 15 12 13 (local.get $sum) (local.get $sum))))
        (i32.store16 (local.get $tops) (i16x8.extract_lane_u 0 (local.get $sum)))
        (local.set $mask (i32.add (local.get $mask) (i32.const 16)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 32)))
        (local.set $tops (i32.add (local.get $tops) (i32.const 2)))
        (br $next)))))
