;; Scores every passage of the index for a query. Codes of 384 numbers, four bits each, lie in blocks of 16 passages: byte 0 of all sixteen,
;; then byte 1 of all sixteen, and so on, 3072 bytes in all. The query lies at address 0 as 384 tables of 16 bytes, one for each number:
;; what its code adds to the score. Four tables one after the other add up to at most 255. Writes 16 scores of 16 bits for each block.
(module
  (memory (export "memory") 1)
  (func (export "scan") (param $codes i32) (param $scores i32) (param $blocks i32)
    (local $end i32)
    (local $table i32)
    (local $first v128)
    (local $second v128)
    (local $sum v128)
    (local $low v128)
    (local $high v128)
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
          (local.set $first (v128.load (local.get $codes)))
          (local.set $second (v128.load offset=16 (local.get $codes)))
          (local.set $sum
            (i8x16.add
              (i8x16.add
                (i8x16.swizzle (v128.load (local.get $table)) (v128.and (local.get $first) (local.get $nibble)))
                (i8x16.swizzle (v128.load offset=16 (local.get $table)) (v128.and (i16x8.shr_u (local.get $first) (i32.const 4)) (local.get $nibble))))
              (i8x16.add
                (i8x16.swizzle (v128.load offset=32 (local.get $table)) (v128.and (local.get $second) (local.get $nibble)))
                (i8x16.swizzle (v128.load offset=48 (local.get $table)) (v128.and (i16x8.shr_u (local.get $second) (i32.const 4)) (local.get $nibble))))))
          (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $sum))))
          (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $sum))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
          (br_if $bytes (i32.lt_u (local.tee $table (i32.add (local.get $table) (i32.const 64))) (i32.const 6144))))
        (v128.store (local.get $scores) (local.get $low))
        (v128.store offset=16 (local.get $scores) (local.get $high))
        (local.set $scores (i32.add (local.get $scores) (i32.const 32)))
        (br $next)))))
