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
	oval,
	rect,
	STEEL,
	STEEL_PALE,
	shade,
	times,
	turn,
	WOOD,
	WOOD_DEEP,
	WOOD_SOFT,
} from './shapes.ts';

export const studyTable: Drawing = {
	rests: 'stands',
	detail: [260, 150],
	comesWith: 'bill',
	draw: (paint, variant) =>
		layers(
			ground(200, 254, 156),
			rect(68, 124, 13, 130, 3, WOOD_DEEP),
			rect(100, 124, 11, 110, 3, '#8c5f35'),
			rect(320, 124, 13, 130, 3, WOOD_DEEP),
			fill('M52 112l24-18h250l24 18z', WOOD_SOFT),
			rect(50, 110, 302, 18, 4, WOOD),
			shade('M50 122h302v4a3 3 0 0 1-3 3H53a3 3 0 0 1-3-3z', 0.2),
			rect(216, 128, 104, variant % 2 === 0 ? 92 : 44, 3, WOOD),
			...(variant % 2 === 0 ? [0, 1] : [0]).map((index) =>
				layers(
					rect(222, 134 + index * 43, 92, 36, 4, paint.main),
					light(`M226 136h84v4h-84z`, 0.3),
					disc(268, 152 + index * 43, 5, '#f5d48a'),
				),
			),
			rect(96, 62, 14, 48, 3, paint.accent),
			rect(112, 54, 16, 56, 3, paint.second),
			rect(130, 66, 12, 44, 3, paint.deep),
			turn(10, 150, 110, rect(146, 60, 13, 50, 3, paint.soft)),
			rect(232, 82, 26, 28, 5, STEEL_PALE),
			line('M238 82l-5-26M246 82v-32M252 82l7-22', INK_SOFT, 4),
			rect(81, 196, 136, 8, 0, WOOD_DEEP),
		),
};

export const chair: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [200, 110],
	comesWith: 'bill',
	draw: (paint, variant) => (variant % 2 === 0 ? officeChair(paint) : moulded(paint)),
};

function officeChair(paint: Paint): string {
	return layers(
		ground(200, 260, 86),
		line('M200 214v28M200 242l-66 12M200 242l66 12M200 242l-26 18M200 242l28 18', INK, 9),
		...[134, 174, 228, 266].map((x) => disc(x, x === 134 || x === 266 ? 258 : 264, 7, INK_SOFT)),
		rect(192, 196, 16, 34, 4, STEEL),
		line('M144 194v-40h-22M256 194v-40h22', INK, 8),
		rect(112, 146, 34, 11, 5, INK_SOFT),
		rect(254, 146, 34, 11, 5, INK_SOFT),
		rect(146, 24, 108, 134, 26, paint.deep),
		rect(150, 24, 100, 130, 24, paint.main),
		light('M158 50a20 20 0 0 1 20-20h14q-26 40-26 116-8-4-8-14z', 0.2),
		...[62, 84, 106, 128].map((y) => line(`M166 ${y}q34 8 68 0`, paint.deep, 2.5)),
		rect(128, 168, 144, 32, 15, paint.deep),
		rect(128, 166, 144, 24, 12, paint.main),
		light('M140 169h110v5H140z', 0.35),
	);
}

function moulded(paint: Paint): string {
	return layers(
		ground(200, 254, 92),
		line('M140 178l-18 76M260 178l18 76', paint.deep, 13),
		line('M158 180l-6 62M242 180l6 62', paint.deep, 10),
		fill('M138 160L128 46q0-18 18-18h108q18 0 18 18l-10 114z', paint.main),
		times(4, (index) => line(`M${164 + index * 24} 54l${(index - 1.5) * -3} 84`, paint.deep, 8)),
		light('M140 46q0-10 10-10h40q-30 10-36 50l2 70h-8z', 0.3),
		fill('M122 160h156l12 24a6 6 0 0 1-6 8H116a6 6 0 0 1-6-8z', paint.soft),
		fill('M110 184h180v6a6 6 0 0 1-6 6H116a6 6 0 0 1-6-6z', paint.deep),
		line('M126 158v-44q-16-2-16 12v16M274 158v-44q16-2 16 12v16', paint.main, 11),
	);
}

export const mirror: Drawing = {
	rests: 'stands',
	narrow: true,
	detail: [200, 110],
	comesWith: 'box',
	draw: (paint, variant) =>
		layers(
			ground(200, 252, 80),
			variant % 2 === 0
				? line('M150 214l-22 38M250 214l22 38', paint.deep, 10)
				: layers(
						rect(190, 212, 20, 32, 4, paint.deep),
						fill('M144 252q0-12 20-12h72q20 0 20 12z', paint.main),
					),
			variant % 2 === 0
				? rect(122, 22, 156, 208, 18, paint.main)
				: oval(200, 122, 92, 98, paint.main),
			variant % 2 === 0
				? rect(134, 34, 132, 184, 10, '#dcecf5')
				: oval(200, 122, 80, 86, '#dcecf5'),
			variant % 2 === 0
				? light('M150 34h34l-50 96V64zM210 34h22L138 214h-4v-36z', 0.65)
				: light('M160 48q14-10 34-12l-66 104q-8-22-6-40zM214 38l16 4-82 138-12-16z', 0.65),
			line(variant % 2 === 0 ? 'M128 44v164' : 'M114 122a88 94 0 0 1 40-78', paint.soft, 3),
		),
};

export const foldingTable: Drawing = {
	rests: 'stands',
	detail: [220, 130],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(204, 250, 138),
			line('M132 168v58q0 10 10 10h24M300 168v58q0 10-10 10h-24', STEEL, 8),
			line('M96 172v64q0 12 12 12h26M328 172v64q0 12-12 12h-26', INK_SOFT, 10),
			fill('M66 158l38-44h214l38 44z', paint.soft),
			light('M104 118h90l-46 38H74z', 0.25),
			rect(62, 156, 298, 18, 8, paint.main),
			shade('M64 168h294q-2 6-8 6H72q-6 0-8-6z', 0.2),
			fill('M176 148l16-24q18-8 32 2 18-10 36-2l18 24q-30-8-50 2-22-10-52-2z', '#fffdf7'),
			line(
				'M226 128l2 20M198 130q12-4 22 0M194 139q14-4 26 0M236 130q12-5 20-1M238 139q14-5 24-1',
				'#b6ab97',
				2.2,
			),
			rect(296, 112, 28, 32, 5, paint.accent),
			line('M324 120q14 0 11 10t-11 7', paint.accent, 5),
			oval(310, 112, 14, 4, '#8a5a34'),
		),
};
