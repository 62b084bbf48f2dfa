/**
 * Han characters and hiragana that look like katakana become katakana inside of a katakana word: a search for カメラ does not find 力メラ.
 * Only where no other word is likely: 口コミ and バス二台 stay as they are. Pure.
 */
import { lettersFor } from '../alphabet.ts';

const KATAKANA = lettersFor('力工夕卜才口二八千三一べぺり', 'カエタトオロニハチミーベペリ');
/** Those that no word begins with right before katakana; in 入力データ one ends with it. */
const ALSO_FIRST = '力工夕卜才';
/** Characters that 力 ends a word with; after all others, as in 映画カメラ, a new word begins. */
const BEFORE_POWER =
  '入出協能努電体圧魅動権実引重視迫勢効火水風全腕暴武有主戦知気労握学国資威活浮磁筋張速推余助尽自他死怪念馬人強微無非兵財語聴脚原弾独総精';
/** How words go on that begin with カ: after a Han word nothing else parts カ from 力, which ends many of them, as 集中力テスト. */
const AFTER_FIRST_KA =
  'メラ|ード|レンダー|テゴリ|タログ|ット|フェ|プセル|ーテン|ーペット|ウンター|ウンセ|スタム|スタマ|ーソル|レッジ|ルチャー|ロリー|ジュアル|ジノ|タカナ|ップ麺|ラオケ|フェイン|ルシウム|レー|ナダ|ラフル|セット|ブトムシ';
const PLAIN = String.raw`[\p{Script=Katakana}ー]`;
/** As in 三カ国 and 一ヶ月. */
const COUNTED = '[カヵケヶ][国月所年条]';
const INSIDE = new RegExp(
  `(?<=${PLAIN})[${[...KATAKANA.keys()].join('')}](?=${PLAIN})(?!${COUNTED})`,
  'gu',
);
const FIRST = new RegExp(
  String.raw`((?<!\p{Script=Han})[${ALSO_FIRST}]|(?<![${BEFORE_POWER}])力(?=${AFTER_FIRST_KA}))(?=${PLAIN})`,
  'gu',
);

export function inKatakana(word: string): string {
  const write = (sign: string) => KATAKANA.get(sign) ?? sign;
  return word.replace(FIRST, write).replace(INSIDE, write);
}
