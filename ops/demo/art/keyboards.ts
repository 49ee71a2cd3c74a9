import type { Drawing } from './drawing.ts';
import { mixed, type Paint } from './palette.ts';
import {
	drop,
	INK,
	INK_SOFT,
	layers,
	light,
	line,
	oval,
	pick,
	rect,
	STEEL_PALE,
	shade,
	turn,
} from './shapes.ts';

/** Rows of keys as their widths in key units; a negative one is a gap. */
const KEY_ROWS = [
	[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2],
	[1.5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.5],
	[1.8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.2],
	[2.3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.7],
	[1.3, 1.3, 1.3, 5.6, 1.3, 1.3, 1.9],
];

const GLOW = ['#e2604a', '#f5aa1c', '#6fd3a0', '#7fb0ff', '#b79af5'] as const;

function keys(paint: Paint, variant: number): string {
	const unit = 19.6;
	return KEY_ROWS.map((row, y) => {
		let x = 64;
		return row
			.map((width, index) => {
				const cap = capColour(paint, variant, y, index, row.length);
				const left = x;
				x += width * unit;
				const top = 101 + y * 20;
				return layers(
					rect(left, top + 2, width * unit - 3, 16.5, 4, mixed(cap, '#161a33', 0.3)),
					rect(left, top, width * unit - 3, 15.5, 4, cap),
				);
			})
			.join('');
	}).join('');
}

function capColour(
	paint: Paint,
	variant: number,
	y: number,
	index: number,
	rowLength: number,
): string {
	if (variant % 3 === 1) return pick(GLOW, index + y);
	const edge = index === 0 || index === rowLength - 1;
	if (variant % 3 === 2) return edge ? paint.accent : STEEL_PALE;
	return edge ? paint.soft : INK_SOFT;
}

export const keyboard: Drawing = {
	rests: 'lies',
	detail: [110, 140],
	comesWith: 'box',
	draw: (paint, variant) =>
		turn(
			-6,
			200,
			150,
			line('M200 92q-2-40 30-52t24-50', INK, 5),
			drop(52, 88, 296, 124, 14),
			rect(52, 88, 296, 124, 14, paint.main),
			rect(52, 88, 296, 116, 14, variant % 3 === 1 ? INK : paint.soft),
			rect(58, 95, 284, 106, 9, paint.deep),
			keys(paint, variant),
		),
};

export const mouse: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [196, 110],
	comesWith: 'box',
	draw: (paint, variant) =>
		turn(
			16,
			200,
			150,
			variant % 2 === 0 ? '' : line('M200 70q4-40-34-56t-20-40', INK, 5),
			oval(208, 168, 66, 96, 'rgba(22,26,51,.1)'),
			rect(138, 58, 124, 186, 62, paint.main),
			shade('M200 244a62 62 0 0 0 62-62V120q-16 70-62 124z', 0.16),
			light('M150 128V118a50 50 0 0 1 36-48q-22 30-22 70z', 0.25),
			line('M200 60v66M140 128q60 22 120 0', paint.deep, 3.5),
			rect(191, 80, 18, 40, 9, INK),
			rect(195, 86, 10, 28, 5, paint.accent),
			line('M143 148q-2 22 4 38', paint.deep, 5),
			variant % 2 === 0 ? '' : line('M184 214q16 8 32 0', paint.accent, 6),
		),
};
