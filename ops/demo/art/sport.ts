import type { Drawing } from './drawing.ts';
import {
	disc,
	drop,
	fill,
	ground,
	INK_SOFT,
	layers,
	light,
	line,
	rect,
	STEEL,
	STEEL_SOFT,
	shade,
	times,
	turn,
	WOOD_SOFT,
} from './shapes.ts';

export const cricketBat: Drawing = {
	rests: 'lies',
	detail: [180, 150],
	comesWith: 'pouch',
	draw: (paint) =>
		layers(
			turn(
				52,
				200,
				150,
				drop(172, 66, 56, 210, 14),
				fill('M190 66h20l18 26v164a22 22 0 0 1-22 22h-12a22 22 0 0 1-22-22V92z', WOOD_SOFT),
				shade('M200 66h10l18 26v164a22 22 0 0 1-22 22h-6z', 0.07),
				line('M184 110v140M196 100v160M214 110v140', '#d3a76f', 1.8),
				rect(178, 138, 44, 66, 6, paint.main),
				fill('M184 192l30-46v46z', paint.accent),
				line('M180 236h40', paint.deep, 6),
				rect(189, -30, 22, 104, 9, paint.deep),
				times(9, (index) => line(`M190 ${-20 + index * 10}l20 6`, paint.soft, 3)),
			),
			disc(292, 226, 34, '#161a3318'),
			disc(288, 220, 34, '#b8352c'),
			shade('M312 196a34 34 0 0 1-52 44q36 4 52-44z', 0.2),
			turn(
				24,
				288,
				220,
				line('M282 188q-8 32 0 64M294 188q8 32 0 64', '#f6d9c8', 2.5),
				line(
					'M276 200h4M275 212h4M275 224h4M276 236h4M296 200h4M297 212h4M297 224h4M296 236h4',
					'#f6d9c8',
					2,
				),
			),
		),
};

export const racket: Drawing = {
	rests: 'lies',
	detail: [150, 110],
	comesWith: 'pouch',
	draw: (paint, variant) =>
		layers(
			variant % 2 === 0 ? '' : turn(34, 200, 150, head(paint.accent, paint.accentDeep)),
			turn(-46, 200, 150, head(paint.main, paint.deep)),
			turn(
				20,
				296,
				216,
				fill('M282 216h30l16-58h-62z', '#fdfdff'),
				line('M284 214l-10-52M297 214v-54M310 214l10-52M272 182h50', STEEL_SOFT, 2.5),
				fill('M281 216h32q0 20-16 20t-16-20z', '#f1e3c6'),
				rect(280, 210, 34, 8, 3, paint.accent),
			),
		),
};

function head(colour: string, deep: string): string {
	return layers(
		`<ellipse cx="204" cy="82" rx="58" ry="72" fill="none" stroke="#161a33" stroke-opacity=".1" stroke-width="9"/>`,
		`<ellipse cx="200" cy="76" rx="52" ry="66" fill="#ffffff" fill-opacity=".35"/>`,
		times(9, (index) =>
			line(
				`M${160 + index * 10} ${28 + Math.abs(index - 4) * 5}V${124 - Math.abs(index - 4) * 5}`,
				'#ffffff',
				1.8,
			),
		),
		times(11, (index) =>
			line(
				`M${154 + Math.abs(index - 5) * 4} ${26 + index * 10}H${246 - Math.abs(index - 5) * 4}`,
				'#ffffff',
				1.8,
			),
		),
		`<ellipse cx="200" cy="76" rx="56" ry="70" fill="none" stroke="${colour}" stroke-width="9"/>`,
		line('M200 150v72', STEEL, 7),
		fill('M186 138q14 10 28 0l-8 26h-12z', deep),
		rect(190, 214, 20, 80, 7, deep),
		times(7, (index) => line(`M191 ${222 + index * 10}l18 5`, colour, 3)),
	);
}

export const football: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [180, 130],
	comesWith: 'pouch',
	draw: (paint) =>
		layers(
			ground(200, 250, 92),
			disc(200, 150, 100, '#fbfcff'),
			shade('M246 61a100 100 0 0 1-138 128 106 106 0 0 0 138-128z', 0.14),
			fill('M200 112l36 26-14 42h-44l-14-42z', paint.main),
			line('M200 112V74M236 138l36-12M222 180l22 32M178 180l-22 32M164 138l-36-12', INK_SOFT, 4),
			fill(
				'M168 56q32-10 64 0l-32 20zM286 100q16 30 12 62l-28-34zM262 228q-12 10-28 16l10-34zM138 228q12 10 28 16l-10-34zM114 100q-16 30-12 62l28-34z',
				paint.main,
			),
			line(
				'M168 56q-32 14-54 44M232 56q32 14 54 44M298 162q-6 36-36 66M102 162q6 36 36 66M166 244q34 10 68 0',
				INK_SOFT,
				3,
			),
			light('M128 104q24-40 66-40-40 14-54 54z', 0.8),
		),
};

export const dumbbells: Drawing = {
	rests: 'stands',
	detail: [140, 170],
	comesWith: 'bill',
	draw: (paint) =>
		layers(
			ground(200, 246, 150),
			`<g transform="translate(60 -62) scale(.86)">${dumbbell(paint.deep, paint.accentDeep)}</g>`,
			dumbbell(paint.main, paint.accent),
		),
};

function dumbbell(body: string, accent: string): string {
	return layers(
		rect(124, 192, 150, 22, 4, STEEL_SOFT),
		light('M124 194h150v6H124z', 0.5),
		times(9, (index) => line(`M${148 + index * 12} 194l4 17`, STEEL, 2)),
		...[
			[96, 162, 84],
			[66, 172, 64],
			[262, 162, 84],
			[298, 172, 64],
		].map(([x = 0, y = 0, high = 0]) =>
			layers(
				rect(x, y, 38, high, 10, body),
				light(`M${x + 6} ${y + 8}h6v${high - 16}h-6z`, 0.3),
				rect(x + 18, y, 4, high, 0, accent),
			),
		),
	);
}
