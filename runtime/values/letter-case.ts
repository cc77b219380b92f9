/**
 * Simple case mappings of Unicode 17, without a locale: one character for one. They are written out, so that a ruleset
 * gives the same results wherever it runs. A range is `first-last>shift` (`=`: every second character; `<`: downwards)
 * in base 36; ASCII letters are left out.
 */
const LOWER =
  '5c-5y>w 60-66>w 74=8e>1 8g<5j 8i=8m>1 8p=93>1 96=ae>1 ag<3d ah=al>1 ap>5u aq=as>1 au>5q av>1 ax- ' +
  'ay>5p az>1 b2>27 b3>5m b4>5n b5>1 b7>5p b8>5r ba>5v bb>5t bc>1 bg>5v bh>5x bj>5y bk=bo>1 bq>62 br>1 ' +
  'bt>62 bw>1 by>62 bz>1 c1-c2>61 c3=c5>1 c7>63 c8>1 cc>1 ck>2 cl>1 cn>2 co>1 cq>2 cr=d7>1 da=dq>1 dt>2 ' +
  'du=dw>1 dy<2p dz<1k e0=f2>1 f4<3m f6=fm>1 fu>8bv fv>1 fx<4j fy>8bs g1>1 g3<5f g4>1x g5>1z g6=ge>1 ' +
  'og=oi>1 om>1 ov>38 p2>12 p4-p6>11 p8>1s pa-pb>1r pd-pt>w pv-q3>w r3>8 rc=ry>1 s4<1o s7>1 s9<7 sa>1 ' +
  'sd-sf<3m sg-sv>28 sw-tr>w v4=w0>1 wa=xq>1 xs>f xt=y5>1 y8=10u>1 10x-11y>1c 3a8-3b9>5ls 3bb>5ls ' +
  '3bh>5ls 3vk-3xr>tzk 3xs-3xx>8 5mx>1 5n4-5oa<2bk 5od-5of<2bk 5xc=61g>1 61q<5vj 61s=64e>1 64o-64v<8 ' +
  '654-659<8 65k-65r<8 660-667<8 66g-66l<8 66x=673<8 67c-67j<8 688-68f<8 68o-68v<8 694-69b<8 69k-69l<8 ' +
  '69m-69n<22 69o<9 6a0-6a3<2e 6a4<9 6ag-6ah<8 6ai-6aj<2s 6aw-6ax<8 6ay-6az<34 6b0<7 6bc-6bd<3k ' +
  '6be-6bf<3i 6bg<9 6jq<5st 6ju<6gv 6jv<6di 6k2>s 6lc-6lr>g 6mb>1 792-79r>q 8ow-8q7>1c 8rk>1 8rm<8af ' +
  '8rn<2xy 8ro<89z 8rr=8rv>1 8rx<8bg 8ry<8al 8rz<8bj 8s0<8bi 8s2>1 8s5>1 8se-8sf<8cf 8sg=8v6>1 ' +
  '8vf=8vh>1 8vm>1 wu8=wvg>1 ww0=wwq>1 x0i=x0u>1 x0y=x2m>1 x2x=x2z>1 x31<r9g x32=x3a>1 x3f>1 x3h<wmg ' +
  'x3k=x3m>1 x3q=x48>1 x4a<wn8 x4b<wnj x4c<wnf x4d<wn5 x4e<wn8 x4g<wlu x4h<wmi x4i<wlx x4j>ps x4k=x4y>1 ' +
  'x50<1c x51<wn7 x52<raw x53=x55>1 x57<wo7 x58=x5m>1 x5o<wu9 x6d>1 1ee9-1eey>w 1fcw-1fdz>14 ' +
  '1fhs-1fir>14 1fn4-1fne>13 1fng-1fnu>13 1fnw-1fo2>13 1fo4-1fo5>13 1h1c-1h2q>1s 1h74-1h7p>w ' +
  '1jfk-1jgf>w 20cg-20db>w 20f4-20fs>r 2olc-2om9>y';

const UPPER =
  '51>kn 68-6u<w 6w-72<w 73>3d 75=8f<1 8h<6g 8j=8n<1 8q=94<1 97=af<1 ai=am<1 an<8c ao>5f ar=at<1 aw<1 ' +
  'b0<1 b6<1 b9>2p bd<1 be>4j bf>wu9 bi>3m bl=bp<1 bs<1 bx<1 c0<1 c4=c6<1 c9<1 cd<1 cf>1k cl<1 cm<2 ' +
  'co<1 cp<2 cr<1 cs<2 cu=d8<1 d9<27 db=dr<1 du<1 dv<2 dx<1 e1=f3<1 f7=fn<1 fw<1 fz-g0>8cf g2<1 g7=gf<1 ' +
  'gg>8bj gh>8bg gi>8bi gj<5u gk<5q gm-gn<5p gp<5m gr<5n gs>wnj gw<5p gx>wnf gz<5r h0>wo7 h1>wmg h2>wn8 ' +
  'h4<5t h5<5v h6>wn8 h7>8af h8>wn5 hb<5v hd>8al he<5x hh<5y hp>89z hs<62 hu>wn7 hv<62 hz>wmi i0<62 ' +
  'i1<1x i2-i3<61 i4<1z ia<63 il>wlx im>wlu n9>2c oh=oj<1 on<1 or-ot>3m q4<12 q5-q7<11 q9-qp<w qq<v qr- ' +
  'qz<w r0<1s r1-r2<1r r4<1q r5<1l r9<1b ra<1i rb<8 rd=rz<1 s0<2e s1<28 s2>7 s3<38 s5<2o s8<1 sb<1 ts- ' +
  'un<w uo-v3<28 v5=w1<1 wb=xr<1 xu=y6<1 y7<f y9=10v<1 129-13a<1c 3bk-3cq>2bk 3ct-3cv>2bk 3y0-3y5<8 ' +
  '5mo<4tq 5mp<4tp 5mq<4tg 5mr-5ms<4te 5mt<4tf 5mu<4t8 5mv<4rp 5mw>r7m 5my<1 5tl>r9g 5tp>2xy 5u6>raw ' +
  '5xd=61h<1 61n<1n 61t=64f<1 64g-64n>8 64w-651>8 65c-65j>8 65s-65z>8 668-66d>8 66p=66v>8 674-67b>8 ' +
  '67k-67l>22 67m-67p>2e 67q-67r>2s 67s-67t>3k 67u-67v>34 67w-67x>3i 680-687>8 68g-68n>8 68w-693>8 ' +
  '69c-69d>8 69f>9 69q<5k5 69v>9 6a8-6a9>8 6ao-6ap>8 6at>7 6b7>9 6ku<s 6ls-6m7<g 6mc<1 79s-7ah<q ' +
  '8q8-8rj<1c 8rl<1 8rp<8bv 8rq<8bs 8rs=8rw<1 8s3<1 8s6<1 8sh=8v7<1 8vg=8vi<1 8vn<1 8w0-8x1<5ls 8x3<5ls ' +
  '8x9<5ls wu9=wvh<1 ww1=wwr<1 x0j=x0v<1 x0z=x2n<1 x2y=x30<1 x33=x3b<1 x3g<1 x3l=x3n<1 x3o>1c x3r=x49<1 ' +
  'x4l=x4z<1 x54=x56<1 x59=x5n<1 x6e<1 xub<ps xv4-xxb<tzk 1ef5-1efu<w 1fe0-1ff3<14 1fiw-1fjv<14 ' +
  '1fo7-1foh<13 1foj-1fox<13 1foz-1fp5<13 1fp7-1fp8<13 1h34-1h4i<1s 1h80-1h8l<w 1jgg-1jhb<w 20dc-20e7<w ' +
  '20fv-20gj<r 2oma-2on7<y';

const RANGE = /^([0-9a-z]+)(?:([-=])([0-9a-z]+))?([<>])([0-9a-z]+)$/;
const BASE = 36;

type Mapping = ReadonlyMap<string, string>;

function readMapping(text: string): Mapping {
  const mapping = new Map<string, string>();
  for (const range of text.split(' ')) {
    const [, first = '', step, last = first, sign, shift = ''] = RANGE.exec(range) ?? [];
    const by = parseInt(shift, BASE) * (sign === '<' ? -1 : 1);
    for (let point = parseInt(first, BASE); point <= parseInt(last, BASE); point += step === '=' ? 2 : 1)
      mapping.set(String.fromCodePoint(point), String.fromCodePoint(point + by));
  }
  return mapping;
}

/** Made when the first text needs it. */
function once(text: string): () => Mapping {
  let mapping: Mapping | null = null;
  return () => (mapping ??= readMapping(text));
}

/** Characters to their small letters, without those of ASCII. */
export const smallLetters = once(LOWER);

/** Characters to their capital letters, without those of ASCII. */
export const capitalLetters = once(UPPER);

const ASCII = /^[\0-\x7f]*$/;

function mapped(text: string, mapping: Mapping): string {
  let made = '';
  for (const character of text) made += mapping.get(character) ?? character;
  return made;
}

/** The text in small letters. */
export function lowerText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return mapped(text, smallLetters()).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The text in capital letters. */
export function upperText(text: string): string {
  if (ASCII.test(text)) return text.toUpperCase();
  return mapped(text, capitalLetters()).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
