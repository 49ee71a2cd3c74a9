import type { Drawing } from './drawing.ts';
import { mixed, type Paint } from './palette.ts';
import {
	disc,
	drop,
	fill,
	INK,
	layers,
	light,
	line,
	PAPER,
	PAPER_EDGE,
	pick,
	rect,
	STEEL,
	times,
	turn,
} from './shapes.ts';

export const FAINT = '#cfc4b2';

/** A printed sheet of 150 × 206 at its place: heading, questions and their marks. */
function sheet(x: number, y: number, paint: Paint, marked: boolean): string {
	const rows = [62, 96, 130, 164];
	return layers(
		`<rect x="${x}" y="${y}" width="150" height="206" rx="5" fill="${PAPER}" stroke="${PAPER_EDGE}" stroke-width="2"/>`,
		rect(x + 40, y + 16, 70, 9, 4, INK),
		rect(x + 54, y + 31, 42, 5, 2.5, FAINT),
		line(`M${x + 14} ${y + 45}h122`, INK, 1.8),
		...rows.map((row, index) =>
			layers(
				disc(x + 18, y + row, 4, paint.main),
				line(
					`M${x + 30} ${y + row}h${82 + ((index * 19) % 20)}M${x + 30} ${y + row + 11}h${56 + ((index * 31) % 34)}`,
					FAINT,
					4,
				),
				rect(x + 130, y + row - 3, 8, 7, 2, paint.soft),
			),
		),
		marked
			? layers(line(`M${x + 22} ${y + 108}l7 9 15-19M${x + 60} ${y + 182}q34-9 56-2`, '#e2604a', 4))
			: '',
	);
}

export const questionPapers: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [180, 120],
	comesWith: 'pens',
	draw: (paint, variant) =>
		layers(
			turn(10, 220, 150, drop(140, 48, 150, 206, 5), sheet(140, 48, paint, false)),
			turn(3, 200, 150, drop(130, 46, 150, 206, 5), sheet(130, 46, paint, false)),
			turn(-6, 190, 150, drop(112, 44, 150, 206, 5), sheet(112, 44, paint, true)),
			variant % 2 === 0
				? turn(
						36,
						296,
						190,
						rect(290, 108, 14, 112, 4, paint.accent),
						fill('M290 220h14l-7 22z', '#f3dcb8'),
						fill('M295 235h4l-2 7z', INK),
						rect(290, 98, 14, 14, 4, '#e88f84'),
					)
				: turn(-6, 190, 150, line('M136 36v34a9 9 0 0 1-18 0V42a6 6 0 0 1 12 0v24', STEEL, 4)),
		),
	other: (paint) =>
		layers(
			...[-24, -12, 0, 12, 24].map((degrees, index) =>
				turn(degrees, 200, 300, drop(125, 46, 150, 206, 5), sheet(125, 46, paint, index === 4)),
			),
		),
};

export const spiralSet: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [150, 120],
	comesWith: 'bill',
	draw: (paint, variant) =>
		turn(
			variant % 2 === 0 ? -7 : 6,
			200,
			150,
			drop(112, 32, 184, 236, 6),
			rect(118, 36, 180, 234, 5, paint.deep),
			rect(116, 34, 178, 232, 4, '#efe6d4'),
			rect(112, 32, 180, 230, 6, paint.main),
			light('M132 32h80L132 220z', 0.13),
			rect(150, 62, 116, 74, 6, PAPER),
			rect(164, 76, 88, 11, 4, INK),
			rect(164, 95, 60, 7, 3, FAINT),
			rect(164, 110, 72, 7, 3, FAINT),
			variant % 3 === 0
				? fill('M210 164l14 26 29 4-21 20 5 29-27-13-27 13 5-29-21-20 29-4z', paint.accent)
				: '',
			variant % 3 === 1
				? layers(
						...[0, 1, 2].map((row) =>
							rect(
								160,
								164 + row * 24,
								96 - row * 20,
								12,
								6,
								pick([paint.accent, paint.soft, paint.second], row),
							),
						),
					)
				: '',
			variant % 3 === 2
				? layers(disc(208, 198, 36, paint.accent), line('M190 198l13 15 24-30', PAPER, 9))
				: '',
			times(15, (index) =>
				layers(
					disc(124, 44 + index * 15, 4, mixed(paint.deep, '#161a33', 0.4)),
					line(`M124 ${44 + index * 15}q-18-9-22 2t20 5`, STEEL, 3.5),
				),
			),
		),
	other: (paint) =>
		turn(
			-4,
			200,
			150,
			drop(40, 50, 320, 206, 6),
			rect(36, 46, 328, 208, 6, paint.main),
			sheet(46, 48, paint, false),
			sheet(206, 48, paint, true),
			times(13, (index) => line(`M190 ${60 + index * 15}h22`, STEEL, 4)),
		),
};
