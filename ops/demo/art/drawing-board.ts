import type { Drawing } from './drawing.ts';
import {
	atEach,
	disc,
	ground,
	INK,
	layers,
	light,
	line,
	oval,
	PAPER,
	PAPER_EDGE,
	pick,
	rect,
	times,
	turn,
	WOOD,
	WOOD_DEEP,
	WOOD_SOFT,
} from './shapes.ts';

export const drawingBoard: Drawing = {
	rests: 'stands',
	detail: [170, 120],
	comesWith: 'pens',
	draw: (paint, variant) =>
		layers(
			ground(200, 252, 130),
			line('M120 230l-14 22M280 230l14 22', WOOD_DEEP, 9),
			turn(
				-2,
				200,
				140,
				rect(70, 48, 264, 192, 6, WOOD_DEEP),
				rect(66, 42, 264, 192, 6, WOOD),
				line('M72 90h252M72 150q120 8 252 0M72 208h252', WOOD_SOFT, 2),
				`<rect x="88" y="58" width="220" height="156" rx="2" fill="${PAPER}" stroke="${PAPER_EDGE}" stroke-width="2"/>`,
				drafted(variant),
				line('M248 188h54v20h-54zM248 198h54', INK, 1.8),
				atEach(
					[
						[92, 62],
						[304, 62],
						[92, 210],
						[304, 210],
					],
					(x, y) => disc(x, y, 5, paint.accent),
				),
				rect(52, 128, 292, 15, 3, paint.main),
				light('M52 128h292v5H52z', 0.35),
				rect(50, 106, 20, 58, 4, paint.deep),
			),
		),
};

function drafted(variant: number): string {
	return (
		pick(
			[
				layers(
					line('M112 180v-60l40-24 40 24v60zM152 96v84M112 120l40 22 40-22', INK, 2.5),
					line('M112 192h80M112 188v8M192 188v8', '#e2604a', 1.8),
				),
				layers(
					`<circle cx="152" cy="118" r="40" fill="none" stroke="${INK}" stroke-width="2.500"/><circle cx="152" cy="118" r="15" fill="none" stroke="${INK}" stroke-width="2.500"/>`,
					line('M100 118h104M152 70v96', '#e2604a', 1.5),
				),
			],
			variant,
		) + line('M220 84h60v44h-60zM220 84l20-14h60v44l-20 14M280 84l20-14', INK, 2.5)
	);
}

export const sheetTube: Drawing = {
	rests: 'stands',
	detail: [170, 120],
	comesWith: 'pens',
	draw: (paint) =>
		layers(
			ground(206, 252, 116),
			line('M128 218q-70-86 30-120t120 6', paint.accentDeep, 6),
			turn(
				-32,
				200,
				160,
				rect(62, 128, 270, 60, 14, paint.deep),
				rect(62, 126, 270, 52, 14, paint.main),
				light('M74 134h248v9H74z', 0.35),
				times(6, (index) => line(`M${112 + index * 30} 127v58`, paint.deep, 2)),
				rect(56, 122, 42, 68, 12, paint.accentDeep),
				rect(56, 122, 42, 60, 12, paint.accent),
				rect(306, 122, 38, 68, 12, paint.accentDeep),
				rect(306, 122, 38, 60, 12, paint.accent),
			),
			rect(250, 210, 88, 38, 19, PAPER),
			oval(332, 229, 9, 19, PAPER_EDGE),
			oval(332, 229, 4, 10, '#b9ac95'),
		),
};
