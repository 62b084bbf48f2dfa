/**
 * A whole H.264 video of one grey picture of 12,000 by 12,000 pixels: 28 kB, and more than 400 MB when it is decoded. It is kept packed
 * because encoding it takes a gigabyte.
 */
import { gunzipSync } from 'node:zlib';

const PACKED = [
  'H4sIAAAAAAACA+3UTYscRRgH8GdmiSiKXlaisEKJ8SDs9FaPkyEZqHXDElzQRRFcUJRJTVf1TjH9NlW1szs55RBQ/AB6yNWL',
  '+AEURPDghzCQw+YieknwE6xUz252Nm8Tr/IvftU9Xf3U83RXNUNELPXTyrgyJ2pSOBtXtuUkifOqExMtNfOynBBRlk+Gis60',
  'pb/q3qDgtDXORj18vUFPbU2i5qq3ckREX/hRXXPp0Wyh9tPrPK5udDjrRHRBK++IaEVnzp/OOM5bz218nysjiYjl6uF336j7',
  'p7/XF62hyuzJnYlRej5yxyhdbslCZTrEND7KTZES0fIkr5POP+YFNbu3oqxO517jpT2bsdnvxivODzIi+tF5p+ZiboVNe8JS',
  'UHQYHdIWUd0fG/FIe+3oiIhiOUk2G9sb60d36fXd7Y31O/TLjfOTWyzsSn24cpe+atC54b3Gd+ERlwfeztZz6YMHqZyv1/qk',
  'cOP4K1hx3iVnxx/0Zefd9dktc+10LCnn9qpNRIM95cMefZ7r+hzam/P7kStjZVVl8+/WMrNNf/sHX4aEbyhZT65X5UM5Sbvt',
  'KL4cxTws6POp1ZrIDHMlPVFz87lzR0fv3bn6969/3t766dvVP9jtt+7dP2h3O6zFktJqFncvshbbitrdztr2x1ffb3XYlZ1N',
  'lpRKJ6zFNstqmunUszbn77bavB2ih95XvbW1/f39KHxBZSaLqLS7ayFvNPR5xlqsrLwpC9djiRzIRMTM6lTETOlBViYjwXu8',
  'x5ksZDZ1OlyxXAtlJHN7g1wLzio3FXE49q0SccR5j0ecs9wcaNUPucKMvpXFrhZxlyVDW+ayn2sRM291lhknOLt0cEklXnCW',
  'jHPBmdJSXS8LLdrxahyzVDrfr9zIVCI+STCu+mWaOh0m+aHVUjkRs6wsR3KopeqfjrnMJPp0gLPC1iUSk0sfHsMUXttMJloJ',
  'zgbZnpXTflLmlawfqCyct9IUWvVN4a0MMamVuQ6p9rXZHfpKcDbSU1N4ER//6OemCLUTXehkLySqJ4cFsdoNBWc2EYlNWT7w',
  'Vod1TGwqLsYRZ+NQW/Coy9m4CmnqszwQ3ctsXDmvK9Fhpupb6U0p4qjDmRwLTjeIdl/VX9/s/XPTV43P7m/U/3HPZv3Lbw5/',
  '1ju/PUtws7Mo5MWFeT5ZWGVpYZXzi6o0GotSvHBtUYT6D4sIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAPA/8/I7/wI/3jiLkmwAAA==',
];

export function videoBomb(): Buffer {
  return gunzipSync(Buffer.from(PACKED.join(''), 'base64'));
}
