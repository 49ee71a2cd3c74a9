import type { Drawing } from './drawing.ts';
import {
	disc,
	drop,
	fill,
	INK,
	INK_SOFT,
	light,
	line,
	PAPER,
	rect,
	STEEL,
	STEEL_PALE,
	STEEL_SOFT,
	shade,
	turn,
} from './shapes.ts';

export const vernierCaliper: Drawing = {
	rests: 'lies',
	detail: [170, 130],
	comesWith: 'box',
	draw: (paint) =>
		turn(
			-14,
			200,
			150,
			drop(56, 126, 290, 26, 3),
			fill('M56 96l30 30v120l-10 4-20-70z', STEEL),
			fill('M86 126v-34l-10-16-8 20z', STEEL),
			rect(56, 122, 290, 28, 3, STEEL_SOFT),
			light('M56 122h290v9H56z', 0.5),
			line(
				Array.from(
					{ length: 38 },
					(_, index) => `M${112 + index * 6} 122v${index % 5 === 0 ? 12 : 7}`,
				).join(''),
				INK,
				1.5,
			),
			fill('M152 150h26v26l-14 70-12-8zM152 122V92l8-16 12 22v24z', STEEL),
			rect(144, 114, 96, 46, 6, paint.main),
			rect(154, 124, 76, 18, 3, PAPER),
			line(
				Array.from(
					{ length: 11 },
					(_, index) => `M${160 + index * 6} 142v-${index % 5 === 0 ? 11 : 7}`,
				).join(''),
				INK,
				1.5,
			),
			disc(192, 106, 11, STEEL),
			disc(192, 106, 6, STEEL_PALE),
			rect(216, 158, 22, 14, 5, paint.deep),
			line('M219 162v7M224 162v7M229 162v7M234 162v7', STEEL_SOFT, 2),
			rect(346, 130, 26, 8, 2, STEEL),
		),
};

export const micrometer: Drawing = {
	rests: 'lies',
	detail: [230, 130],
	comesWith: 'box',
	draw: (paint) =>
		turn(
			-8,
			200,
			150,
			`<path d="M82 104v34q0 96 88 96t88-96v-8h-34v8q0 60-54 60t-54-60v-34z" transform="translate(4 8)" fill="#161a33" opacity=".1"/>`,
			fill('M78 100v34q0 96 88 96t88-96v-8h-34v8q0 60-54 60t-54-60v-34z', paint.main),
			shade('M80 160q10 70 86 70t86-70q2 70-86 70t-86-70z', 0.25),
			light('M82 104h14v30q0 50 34 70q-48-14-48-70z', 0.25),
			line('M98 184q22 36 68 36t66-32', paint.soft, 3),
			rect(96, 108, 30, 16, 2, STEEL_SOFT),
			rect(160, 108, 60, 16, 2, STEEL),
			rect(200, 100, 66, 32, 4, STEEL_SOFT),
			line(
				`M204 116h60${Array.from({ length: 10 }, (_, index) => `M${208 + index * 6} 116v${index % 5 === 0 ? -10 : -6}`).join('')}`,
				INK,
				1.5,
			),
			fill('M262 98l10-6h58v48h-58l-10-6z', STEEL),
			light('M262 98l10-6h58v12h-66z', 0.4),
			line(
				Array.from(
					{ length: 7 },
					(_, index) => `M266 ${102 + index * 5}h${index % 3 === 0 ? 14 : 9}`,
				).join(''),
				INK,
				1.5,
			),
			line('M296 94v44M304 94v44M312 94v44M320 94v44', INK_SOFT, 2),
			rect(330, 102, 26, 28, 5, paint.accent),
		),
};
