import type { Drawing } from './drawing.ts';
import type { Paint } from './palette.ts';
import {
	disc,
	fill,
	ground,
	INK,
	INK_SOFT,
	layers,
	light,
	line,
	rect,
	ring,
	STEEL,
	STEEL_PALE,
	shade,
	times,
	turn,
} from './shapes.ts';

export const headphones: Drawing = {
	rests: 'stands',
	detail: [116, 196],
	comesWith: 'pouch',
	draw: (paint, variant) =>
		layers(
			ground(200, 252, 112),
			line('M108 182a92 96 0 0 1 184 0', INK, 20),
			line('M124 132a84 84 0 0 1 152 0', paint.main, 9),
			line('M132 116a80 80 0 0 1 50-32', '#fff', 4),
			rect(126, 172, 26, 72, 13, INK_SOFT),
			rect(248, 172, 26, 72, 13, INK_SOFT),
			rect(84, 162, 56, 90, 26, paint.main),
			rect(260, 162, 56, 90, 26, paint.main),
			shade(
				'M112 252a26 26 0 0 0 28-26v-38a26 26 0 0 0-10-20q10 50-18 84zM288 252a26 26 0 0 0 28-26v-38a26 26 0 0 0-10-20q10 50-18 84z',
				0.18,
			),
			light(
				'M92 186a18 18 0 0 1 14-17q-6 14-6 40h-8zM268 186a18 18 0 0 1 14-17q-6 14-6 40h-8z',
				0.35,
			),
			disc(110, 214, 6, paint.accent),
			variant % 2 === 0 ? '' : line('M112 250q-6 26-34 22t-36-20', INK, 4),
		),
};

export const earbuds: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [168, 140],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(200, 250, 96),
			fill('M112 146V96a34 34 0 0 1 34-34h108a34 34 0 0 1 34 34v50z', paint.deep),
			fill('M122 146v-48a26 26 0 0 1 26-26h104a26 26 0 0 1 26 26v48z', paint.main),
			shade('M122 146v-20h156v20z', 0.25),
			bud(164, paint),
			bud(236, paint),
			rect(104, 148, 192, 100, 40, paint.main),
			shade('M104 206h192v2a40 40 0 0 1-40 40H144a40 40 0 0 1-40-40z', 0.14),
			light('M116 176a22 22 0 0 1 22-20h80v8h-78q-16 2-18 20z', 0.4),
			rect(104, 148, 192, 5, 2.5, paint.deep),
			disc(200, 190, 4.5, '#6fd3a0'),
		),
	other: (paint) =>
		layers(
			ground(132, 250, 60),
			ground(258, 252, 64),
			rect(72, 120, 124, 130, 42, paint.main),
			light('M84 156a26 26 0 0 1 26-26h30q-36 10-42 60H84z', 0.3),
			line('M72 164h124', paint.deep, 4),
			disc(134, 196, 5, '#6fd3a0'),
			turn(-18, 240, 190, `<g transform="translate(70 90)">${bud(164, paint)}</g>`),
			turn(24, 300, 190, `<g transform="translate(126 92)">${bud(164, paint)}</g>`),
		),
};

function bud(x: number, paint: Paint): string {
	return layers(
		rect(x - 10, 96, 20, 66, 10, STEEL_PALE),
		fill(`M${x - 26} 102a26 24 0 0 1 52 0q0 22-26 24t-26-24z`, '#fff'),
		shade(`M${x - 10} 124q26-2 35-24q2 24-25 26z`, 0.14),
		line(`M${x - 9} 90q9-5 18 0`, STEEL, 4),
		rect(x - 5, 140, 10, 16, 5, paint.accent),
	);
}

export const speaker: Drawing = {
	rests: 'stands',
	detail: [164, 164],
	comesWith: 'charger',
	draw: (paint) =>
		layers(
			ground(200, 248, 130),
			line('M282 118q46-40 40 22t-14 50', paint.accent, 7),
			rect(74, 100, 252, 146, 66, paint.deep),
			rect(74, 96, 252, 144, 66, paint.main),
			times(8, (row) =>
				line(
					`M${104 - Math.min(row, 7 - row) * 5} ${122 + row * 13}h${192 + Math.min(row, 7 - row) * 10}`,
					paint.deep,
					2.5,
				),
			),
			disc(148, 168, 46, paint.deep),
			disc(148, 168, 37, INK),
			disc(148, 168, 17, INK_SOFT),
			disc(142, 161, 5, STEEL),
			ring(252, 168, 30, paint.deep, 8),
			disc(252, 168, 22, INK),
			disc(252, 168, 9, paint.accent),
			light('M100 128q16-24 44-24h110v7H146q-24 0-38 22z', 0.35),
			rect(178, 88, 44, 10, 5, INK),
		),
};
