import { GOLD } from './boards.ts';
import type { Drawing } from './drawing.ts';
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
	PAPER,
	rect,
	ring,
	STEEL,
	STEEL_SOFT,
	times,
	turn,
} from './shapes.ts';

export const multimeter: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [200, 100],
	comesWith: 'pouch',
	draw: (paint) =>
		layers(
			line('M176 236q-40 40-84 10t-26-108t14-74', INK, 6),
			line('M222 236q50 46 92 8t8-104t-6-74', '#c94434', 6),
			turn(6, 80, 70, rect(73, 34, 14, 60, 7, INK), line('M80 34V16', STEEL, 4)),
			turn(-5, 316, 70, rect(309, 34, 14, 60, 7, '#e2604a'), line('M316 34V16', STEEL, 4)),
			drop(128, 30, 144, 236, 22),
			rect(128, 30, 144, 236, 22, paint.deep),
			rect(128, 30, 144, 230, 22, paint.main),
			rect(140, 44, 120, 204, 12, INK_SOFT),
			rect(150, 54, 100, 50, 6, '#c9d8b6'),
			line('M170 92V68M186 68v24h-8M202 68h14v12h-14v12h14M230 68v24', '#36402c', 4.5),
			disc(200, 162, 42, INK),
			times(
				12,
				(index) =>
					`<path d="M200 116v7" stroke="${index % 4 === 0 ? '#f5aa1c' : '#c3cad7'}" stroke-width="4" stroke-linecap="round" transform="rotate(${index * 30} 200 162)"/>`,
			),
			disc(200, 162, 28, paint.main),
			turn(-40, 200, 162, rect(194, 132, 12, 60, 6, paint.deep), rect(197, 136, 6, 18, 3, PAPER)),
			disc(176, 230, 9, INK),
			disc(222, 230, 9, '#e2604a'),
			disc(176, 230, 4, '#0d1017'),
			disc(222, 230, 4, '#7a1f14'),
		),
};

export const solderingIron: Drawing = {
	rests: 'stands',
	detail: [170, 150],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(196, 250, 128),
			rect(76, 228, 216, 20, 8, INK),
			rect(76, 226, 216, 14, 7, INK_SOFT),
			rect(228, 204, 54, 26, 8, '#e9c35a'),
			line('M238 214h8M254 212h10M268 216h6', '#b98f2a', 4),
			line('M124 228V158', STEEL, 8),
			times(
				5,
				(index) =>
					`<ellipse cx="${128 + index * 17}" cy="${176 - index * 12}" rx="8" ry="24" transform="rotate(-34 ${128 + index * 17} ${176 - index * 12})" fill="none" stroke="${STEEL}" stroke-width="5"/>`,
			),
			turn(
				-35,
				200,
				130,
				fill('M70 126l34-2v12l-34-2z', STEEL),
				rect(102, 121, 76, 18, 4, STEEL_SOFT),
				rect(172, 114, 14, 32, 4, INK),
				fill('M184 114q60-6 108 2a14 14 0 0 1 0 28q-48 8-108 2z', paint.main),
				light('M190 118q50-5 96 2v5q-48-5-96-1z', 0.4),
				rect(218, 113, 46, 35, 6, paint.deep),
			),
			line('M282 76q44-18 52 40t-18 132', INK, 6),
		),
};

export const oscilloscope: Drawing = {
	rests: 'stands',
	detail: [160, 130],
	comesWith: 'charger',
	draw: (paint) =>
		layers(
			ground(200, 250, 136),
			rect(98, 238, 34, 12, 4, INK),
			rect(268, 238, 34, 12, 4, INK),
			rect(66, 68, 268, 174, 16, paint.deep),
			rect(66, 64, 268, 172, 16, paint.main),
			rect(80, 80, 160, 118, 8, INK),
			rect(87, 87, 146, 104, 4, '#12312b'),
			times(6, (index) => line(`M${108 + index * 21} 88v102`, '#20504a', 1.5)),
			times(4, (index) => line(`M88 ${108 + index * 21}h144`, '#20504a', 1.5)),
			line('M90 140c10-52 22-52 34 0s24 52 36 0s24-52 36 0s22 52 34 2', '#8ff0b8', 4),
			line('M90 172h20v-18h24v18h24v-18h24v18h24v-18h24', '#f5c45a', 3),
			atEach(
				[
					[268, 96],
					[308, 96],
					[268, 136],
					[308, 136],
				],
				(x, y) =>
					layers(
						disc(x, y + 2, 15, paint.deep),
						disc(x, y, 14, INK_SOFT),
						line(`M${x} ${y - 10}v6`, PAPER, 3),
					),
			),
			times(3, (index) =>
				rect(254 + index * 24, 166, 18, 11, 4, index === 1 ? paint.accent : STEEL_SOFT),
			),
			times(3, (index) =>
				layers(ring(262 + index * 26, 208, 8, STEEL_SOFT, 4), disc(262 + index * 26, 208, 3, GOLD)),
			),
			line('M92 214h60', paint.deep, 5),
		),
};
