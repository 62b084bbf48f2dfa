/** Documents, sheets, pictures and files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { OPEN_WITHIN_MS, plant, type Scene, TITLE } from './scene.ts';

const office: Scene = {
  program: 'LibreOffice Calc',
  packages: 'libreoffice-calc libreoffice-gtk3',
  command: 'soffice',
  async open({ desktop, nextWord }) {
    const planted = plant(nextWord, 'first cell', 'other column', 'tenth row');
    const [first, other, tenth] = planted.map(({ word }) => word);
    const file = join(desktop.home, 'sheet.csv');
    const rows = [
      `${first},price,${other}`,
      ...Array.from({ length: 8 }, (_, i) => `row,${i},0.4${i}17`),
      `x,${tenth},y`,
    ];
    writeFileSync(file, rows.join('\n'));
    const quiet = ['--norestore', '--nologo', '--nofirststartwizard', '--infilter=CSV:44,34,76,1'];
    await desktop.open('soffice', [...quiet, '--calc', file], 'sheet.csv', OPEN_WITHIN_MS);
    return planted;
  },
};

const files: Scene = {
  program: 'Thunar',
  packages: 'thunar',
  command: 'thunar',
  async open({ desktop, nextWord }) {
    const planted = plant(nextWord, 'file name', 'folder name');
    const folder = join(desktop.home, TITLE);
    const [file = '', inner = ''] = planted.map(({ word }) => word);
    mkdirSync(join(folder, inner), { recursive: true });
    writeFileSync(join(folder, `${file}.txt`), '');
    await desktop.open('thunar', [folder], TITLE, OPEN_WITHIN_MS);
    return planted;
  },
};

/** A PDF file in a program that shows it. */
function viewer(program: string): Scene {
  return {
    program,
    packages: program,
    command: program,
    async open({ desktop, nextWord }) {
      const planted = plant(nextWord, 'title of a PDF', 'text of a PDF', 'small print of a PDF');
      const [title, text, small] = planted.map(({ word }) => word);
      const file = join(desktop.home, `${TITLE}-${program}.pdf`);
      const lines = [
        `BT /F1 24 Tf 60 760 Td (A ${title} report) Tj ET`,
        `BT /F1 12 Tf 60 700 Td (It describes the ${text} in plain words.) Tj ET`,
        `BT /F1 8 Tf 60 660 Td (Printed with ${small} ink.) Tj ET`,
      ];
      writeFileSync(file, pdf(lines.join('\n')));
      await desktop.open(program, [file], TITLE, OPEN_WITHIN_MS);
      return planted;
    },
  };
}

/** One page of these drawing commands. Readers rebuild the table of offsets that it lacks. */
function pdf(content: string): string {
  return `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF
`;
}

const picture: Scene = {
  program: 'GIMP',
  packages: 'gimp',
  command: 'gimp',
  async open({ desktop, nextWord }) {
    const planted = plant(nextWord, 'text in a picture');
    const file = join(desktop.home, `${TITLE}-picture.png`);
    const label = `<svg width="640" height="400"><rect width="640" height="400" fill="#dfe8d8"/><text x="40" y="200" font-size="28" font-family="DejaVu Sans">The ${planted[0]?.word} is painted</text></svg>`;
    await sharp(Buffer.from(label)).png().toFile(file);
    await desktop.open('gimp', ['--no-splash', file], TITLE, OPEN_WITHIN_MS);
    return planted;
  },
};

export const DOCUMENTS: readonly Scene[] = [
  office,
  files,
  viewer('evince'),
  viewer('okular'),
  picture,
];
