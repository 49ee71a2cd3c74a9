import type { Drawing } from './drawing.ts';
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
	STEEL,
	STEEL_SOFT,
	shade,
	times,
} from './shapes.ts';

export const kettle: Drawing = {
	rests: 'stands',
	detail: [190, 150],
	comesWith: 'box',
	draw: (paint, variant) =>
		layers(
			ground(204, 252, 112),
			line('M270 246q50 4 60-20t36 4', INK, 6),
			rect(116, 238, 176, 14, 7, INK),
			line('M274 112q66-4 58 62-6 34-50 38', INK, 17),
			line('M280 106q50-2 52 30', INK_SOFT, 5),
			fill(
				'M132 108h144l18 118a14 14 0 0 1-14 16H128a14 14 0 0 1-14-16z',
				variant % 2 === 0 ? STEEL_SOFT : paint.main,
			),
			light('M132 108h40l-14 134h-30a14 14 0 0 1-14-16z', 0.35),
			shade('M244 108h32l18 118a14 14 0 0 1-14 16h-32z', 0.14),
			light('M182 112h10l-6 126h-14z', 0.4),
			fill('M134 116L96 96l10 52 22 20z', variant % 2 === 0 ? STEEL : paint.deep),
			fill('M136 108q4-36 68-36t68 36z', variant % 2 === 0 ? paint.main : paint.second),
			light('M150 102q6-20 40-24-20 8-24 24z', 0.35),
			rect(190, 56, 30, 20, 9, INK),
			rect(132, 104, 144, 8, 4, paint.deep),
			rect(222, 152, 12, 58, 6, '#ffffff90'),
			rect(222, 180, 12, 30, 6, '#6aa5e0'),
			disc(200, 226, 6, paint.accent),
		),
};

export const induction: Drawing = {
	rests: 'stands',
	detail: [190, 200],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(200, 250, 146),
			fill('M92 194h216l36 40a8 8 0 0 1-6 13H62a8 8 0 0 1-6-13z', INK),
			fill('M96 190h208l36 38a6 6 0 0 1-4 10H64a6 6 0 0 1-4-10z', '#20242f'),
			light('M98 192h90l-50 44H66a5 5 0 0 1-4-8z', 0.1),
			`<ellipse cx="200" cy="204" rx="78" ry="10" fill="none" stroke="${paint.accent}" stroke-width="2.500"/>`,
			times(5, (index) => disc(160 + index * 20, 230, 3.5, index === 2 ? '#ef7a66' : STEEL)),
			rect(128, 120, 144, 82, 16, STEEL),
			rect(128, 120, 144, 74, 16, STEEL_SOFT),
			light('M136 124h36v70h-28a12 12 0 0 1-8-8z', 0.5),
			line('M122 148h-24v14h24M278 148h24v14h-24', INK, 8),
			fill('M128 122q6-26 72-26t72 26z', paint.main),
			light('M144 116q10-14 46-16-24 6-28 16z', 0.5),
			rect(122, 118, 156, 8, 4, paint.deep),
			disc(200, 88, 11, INK),
			line('M176 70q-10-14 0-26t0-26M208 62q-10-14 0-26t0-22', '#ffffffb0', 5),
		),
};

export const bottle: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [200, 150],
	comesWith: 'pouch',
	draw: (paint, variant) =>
		layers(
			ground(200, 256, 58),
			fill(
				'M164 96q0-18 18-24h36q18 6 18 24v146a14 14 0 0 1-14 14h-44a14 14 0 0 1-14-14z',
				variant % 2 === 0 ? STEEL_SOFT : paint.main,
			),
			rect(164, 118, 72, 110, 0, paint.main),
			light('M170 96q0-12 12-18h6v176h-10a8 8 0 0 1-8-8z', 0.4),
			shade('M216 74q20 4 20 22v146a14 14 0 0 1-14 14h-10z', 0.15),
			rect(176, 58, 48, 18, 4, STEEL),
			rect(172, 32, 56, 32, 9, paint.deep),
			times(5, (index) => line(`M${180 + index * 10} 38v20`, paint.main, 3)),
			line('M180 34q20-26 40 0', paint.accent, 7),
			fill('M200 150q22 28 0 44q-22-16 0-44z', paint.pale),
			rect(164, 118, 72, 4, 0, paint.accent),
			rect(164, 224, 72, 4, 0, paint.accent),
		),
};
