/**
 * Words of scripts and languages other than English, written for this bench. Chinese and Japanese sentences have no spaces: each word
 * is a separate element, so that the truth has words to search for.
 */
import type { CorpusSet } from './corpus-set.ts';
import type { Script } from './fonts.ts';
import { prose } from './prose.ts';

const WORDS: Readonly<Record<Script, Readonly<Record<CorpusSet, string>>>> = {
  chinese: {
    tuning:
      '会议 项目 预算 报告 客户 合同 发票 部署 数据库 服务器 备份 网络 安全 更新 版本 测试 文档 邮件 日程 团队 经理 审批 采购 库存 物流 市场 销售 增长 季度 目标 计划 完成 问题 解决 方案 讨论 下周 今天 上午 下午 确认 需要 我们 已经 可以 关于 以及 因为 所以 但是 如果 尽快 处理 的 了 在 请',
    'held-out':
      '花园 厨房 番茄 鸡蛋 牛奶 早餐 旅行 火车 车站 机场 酒店 海边 山顶 天气 下雨 晴天 音乐 钢琴 电影 图书馆 博物馆 历史 画家 自行车 公园 孩子 老师 学校 作业 朋友 周末 晚上 昨天 明天 喜欢 觉得 非常 有点 一起 然后 不过 虽然 或者 照片 手机 电脑 价格 便宜 颜色 衣服 医院 药店 健康 运动 跑步 游泳 邻居 猫咪 和 是 也 很',
  },
  japanese: {
    tuning:
      '会議 予算 報告書 顧客 契約 請求書 サーバー データベース バックアップ ネットワーク 更新 バージョン テスト 資料 メール 予定 チーム 部長 承認 在庫 市場 売上 四半期 目標 計画 完了 問題 解決 提案 打ち合わせ 来週 今日 午前 午後 確認 お願い よろしく ありがとう ください 進捗 対応 担当 は が を に の と で',
    'held-out':
      '庭園 台所 トマト 卵焼き 牛乳 朝ごはん 旅行 電車 駅前 空港 ホテル 海岸 天気 晴れ 音楽 ピアノ 映画 図書館 博物館 歴史 画家 自転車 公園 子ども 先生 学校 宿題 友だち 週末 昨日 明日 とても 一緒 写真 スマートフォン 値段 安い 洋服 病院 薬局 健康 運動 散歩 水泳 近所 ねこ レシピ カメラ コーヒー ラーメン 美術館 神社 お祭り 花火 は が を に の も から',
  },
  korean: {
    tuning:
      '회의 예산 보고서 고객 계약서 청구서 서버 데이터베이스 백업 네트워크 보안 업데이트 버전 테스트 문서 메일 일정 팀장 승인 재고 시장 매출 분기 목표 계획 완료 문제 해결 제안 다음주 오늘 오전 오후 확인 부탁드립니다 감사합니다 진행 담당자 필요합니다 그리고 하지만 관련',
    'held-out':
      '정원 부엌 토마토 달걀 우유 아침밥 여행 기차역 공항 호텔 바닷가 날씨 비가 맑음 음악 피아노 영화 도서관 박물관 역사 화가 자전거 공원 아이들 선생님 학교 숙제 친구 주말 어제 내일 정말 함께 사진 휴대폰 가격 저렴한 색깔 옷가게 병원 약국 건강 운동 산책 수영 이웃 고양이 커피 라면 떡볶이 괜찮아요 좋겠습니다 않았어요',
  },
  arabic: {
    tuning:
      'اجتماع ميزانية تقرير عميل عقد فاتورة خادم قاعدة بيانات نسخة شبكة أمان تحديث إصدار اختبار وثيقة بريد جدول فريق مدير موافقة مخزون سوق مبيعات ربع هدف خطة مكتمل مشكلة حل اقتراح الأسبوع القادم اليوم صباحا مساء تأكيد من إلى على في مع شكرا',
    'held-out':
      'حديقة مطبخ طماطم بيض حليب فطور سفر قطار محطة مطار فندق شاطئ طقس مطر مشمس موسيقى بيانو فيلم مكتبة متحف تاريخ رسام دراجة أطفال معلم مدرسة واجب صديق عطلة أمس غدا جدا معا صورة هاتف سعر رخيص لون ملابس مستشفى صيدلية صحة رياضة سباحة جيران قطة قهوة',
  },
  hebrew: {
    tuning:
      'פגישה תקציב דוח לקוח חוזה חשבונית שרת נתונים גיבוי רשת אבטחה עדכון גרסה בדיקה מסמך דואר לוח צוות מנהל אישור מלאי שוק מכירות רבעון יעד תוכנית הושלם בעיה פתרון הצעה שבוע הבא היום בוקר ערב תודה בבקשה של על עם את אבל גם',
    'held-out':
      'גינה מטבח עגבניה ביצה חלב ארוחה טיול רכבת תחנה נמל מלון חוף מזג אוויר גשם שמש מוזיקה פסנתר סרט ספריה מוזיאון היסטוריה צייר אופניים פארק ילדים מורה בית ספר שיעורים חבר סוף אתמול מחר מאוד ביחד תמונה טלפון מחיר זול צבע בגדים רופא בריאות ספורט שחיה שכנים חתול קפה',
  },
  russian: {
    tuning:
      'встреча бюджет отчёт клиент договор счёт сервер данные резервная копия сеть безопасность обновление версия проверка документ письмо расписание команда руководитель согласование склад рынок продажи квартал цель план завершено проблема решение предложение следующая неделя сегодня утром вечером пожалуйста спасибо',
    'held-out':
      'сад кухня помидор яйцо молоко завтрак путешествие поезд вокзал аэропорт гостиница берег погода дождь солнечно музыка пианино фильм библиотека музей история художник велосипед парк дети учитель школа задание друг выходные вчера завтра очень вместе фотография телефон цена дешёвый цвет одежда больница аптека здоровье спорт плавание соседи кошка кофе объявление',
  },
  german: {
    tuning:
      'Besprechung Haushalt Bericht Kunde Vertrag Rechnung Rückfrage Datensicherung Netzwerk Sicherheit Aktualisierung Prüfung Unterlagen Nachricht Zeitplan Mannschaft Geschäftsführer Genehmigung Lagerbestand Märkte Umsätze Vierteljahr Ziel abgeschlossen Störung Lösung Vorschlag nächste Woche heute früh für über während schließlich außerdem größer dafür',
    'held-out':
      'Gärten Küche Gemüse Frühstück Eier Milch Reise Zugverspätung Bahnhof Flughäfen Gasthöfe Küste Wetter Regenschauer Sonnenschein Klavier Musikstück Bücherei Ausstellung Geschichte Gemälde Fahrräder Straße Kinder Lehrer Schulweg Hausaufgaben Freundin Wochenende gestern morgen übermorgen zusammen Fotos günstig Farbe Ärztin Gesundheit schwimmen Nachbarn Kätzchen Kaffee fröhlich müde süß weiß Maßstab',
  },
};

export const isUnspaced = (script: Script) => script === 'chinese' || script === 'japanese';
export const isRightToLeft = (script: Script) => script === 'arabic' || script === 'hebrew';

export interface ScriptText {
  /** HTML. */
  words(count: number): string;
  sentence(): string;
  whole(from: number, to: number): number;
  time(): string;
}

export function scriptText(script: Script, set: CorpusSet, seed: number): ScriptText {
  const { pick, whole, time } = prose(seed, set === 'held-out');
  const vocabulary = WORDS[script][set].split(' ');
  const unspaced = isUnspaced(script);
  const words = (count: number) => {
    const picked = Array.from({ length: count }, () => pick(vocabulary));
    return unspaced ? picked.map((word) => `<span>${word}</span>`).join('') : picked.join(' ');
  };
  const [comma, stop] = unspaced ? ['，', '。'] : script === 'arabic' ? ['، ', '.'] : [', ', '.'];
  const sentence = () => `${words(whole(3, 7))}${comma}${words(whole(2, 6))}${stop}`;
  return { words, sentence, whole, time };
}
