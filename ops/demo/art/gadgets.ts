import type { Drawing } from './drawing.ts';
import { screenOf } from './screens.ts';
import {
	atEach,
	disc,
	drop,
	fill,
	ground,
	INK,
	INK_SOFT,
	layers,
	light,
	line,
	rect,
	SCREEN,
	STEEL,
	STEEL_PALE,
	STEEL_SOFT,
	times,
	turn,
} from './shapes.ts';

export const phone: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [190, 96],
	comesWith: 'charger',
	draw: (paint, variant) =>
		turn(
			-10,
			200,
			150,
			drop(142, 34, 116, 232, 22),
			rect(142, 34, 116, 232, 22, paint.deep),
			rect(145, 36, 110, 226, 20, INK),
			rect(150, 42, 100, 214, 15, SCREEN),
			screenOf(3, 150, 42, 100, 214),
			line('M168 78h50', '#fff', 9),
			line('M178 94h30', '#fff', 5),
			times(4, (index) =>
				rect(
					159 + index * 22,
					222,
					16,
					16,
					5,
					['#6fd3a0', '#fff', '#f5aa1c', '#e2604a'][(index + variant) % 4] ?? '#fff',
				),
			),
			disc(200, 51, 4, INK),
			line('M186 250h28', '#fff', 3),
			light('M214 42h21a15 15 0 0 1 15 15v80z', 0.12),
		),
	other: (paint, variant) =>
		turn(
			9,
			200,
			150,
			drop(142, 34, 116, 232, 22),
			rect(142, 34, 116, 232, 22, paint.deep),
			rect(144, 35, 112, 226, 21, paint.main),
			light('M165 35h40L150 200V56a21 21 0 0 1 15-21z', 0.16),
			rect(156, 48, 46, variant % 2 === 0 ? 78 : 46, 16, paint.deep),
			disc(179, 70, 14, INK),
			disc(179, 70, 7, '#3a4f7a'),
			disc(175, 66, 3, '#cfe0ff'),
			variant % 2 === 0
				? layers(
						disc(179, 104, 14, INK),
						disc(179, 104, 7, '#3a4f7a'),
						disc(175, 100, 3, '#cfe0ff'),
					)
				: '',
			disc(216, 62, 5, '#fff3d0'),
			line('M188 236h24', paint.deep, 4),
		),
};

export const tablet: Drawing = {
	rests: 'lies',
	detail: [220, 130],
	comesWith: 'charger',
	draw: (paint, variant) =>
		turn(
			-7,
			200,
			150,
			drop(70, 62, 240, 172, 16),
			rect(70, 62, 240, 172, 16, paint.deep),
			rect(70, 62, 240, 168, 16, paint.main),
			rect(76, 68, 228, 156, 11, INK),
			rect(86, 76, 208, 140, 4, SCREEN),
			screenOf(variant, 86, 76, 208, 140),
			light('M240 76h54v76z', 0.08),
			disc(190, 72, 1.8, STEEL),
			turn(
				5,
				334,
				150,
				rect(325, 62, 15, 166, 7, '#161a3320'),
				rect(322, 58, 15, 152, 7, STEEL_PALE),
				fill('M322 208h15l-7.500 24z', STEEL_SOFT),
				rect(322, 76, 15, 5, 0, paint.accent),
			),
		),
};

export const powerBank: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [160, 96],
	comesWith: 'charger',
	draw: (paint) =>
		turn(
			18,
			200,
			150,
			line('M196 52q0-34 40-30t58 46t0 96', INK_SOFT, 7),
			rect(284, 158, 22, 36, 6, STEEL_SOFT),
			drop(134, 56, 124, 196, 22),
			rect(134, 56, 124, 196, 22, paint.deep),
			rect(134, 56, 124, 188, 22, paint.main),
			light('M156 56h44q-40 60-42 188h-2a22 22 0 0 1-22-22V78a22 22 0 0 1 22-22z', 0.16),
			rect(188, 50, 18, 10, 3, STEEL_SOFT),
			times(4, (index) => disc(166 + index * 20, 88, 4.5, index < 3 ? '#6fd3a0' : paint.deep)),
			rect(150, 206, 92, 20, 10, paint.deep),
			line('M164 216h44', paint.soft, 5),
		),
};

export const router: Drawing = {
	rests: 'stands',
	detail: [160, 214],
	comesWith: 'charger',
	draw: (paint) =>
		layers(
			ground(200, 250, 128),
			atEach(
				[
					[108, -14],
					[162, -5],
					[238, 5],
					[292, 14],
				],
				(x, degrees) =>
					turn(
						degrees,
						x,
						190,
						rect(x - 7, 66, 14, 130, 6, INK),
						rect(x - 7, 66, 5, 130, 3, INK_SOFT),
						rect(x - 9, 178, 18, 18, 5, INK_SOFT),
					),
			),
			fill('M84 190h232l18 40a12 12 0 0 1-11 17H77a12 12 0 0 1-11-17z', paint.deep),
			fill('M84 188h232l18 36a10 10 0 0 1-9 14H75a10 10 0 0 1-9-14z', paint.main),
			light('M88 190h110l-14 46H76a8 8 0 0 1-7-12z', 0.16),
			times(5, (index) => disc(144 + index * 28, 224, 4, index === 3 ? '#f5aa1c' : '#6fd3a0')),
			line('M150 202h100', paint.deep, 4),
		),
};
