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
	oval,
	rect,
	ring,
	STEEL,
	STEEL_SOFT,
	turn,
} from './shapes.ts';

export const tableLamp: Drawing = {
	rests: 'stands',
	detail: [240, 100],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(180, 252, 90),
			`<path d="M226 118l62-25 66 157H174z" fill="url(#lamplight)"/>`,
			fill('M112 252q0-18 34-18h56q34 0 34 18z', paint.deep),
			fill('M118 246q4-12 30-12h52q26 0 30 12z', paint.main),
			line('M172 236l-36-90 80-66', INK_SOFT, 10),
			line('M170 230l-32-82', STEEL, 3),
			disc(136, 146, 11, paint.accent),
			turn(
				-22,
				244,
				92,
				fill('M212 106q0-52 42-52t42 52z', paint.main),
				light('M222 100q0-34 24-42-10 18-10 42z', 0.35),
				rect(204, 102, 100, 10, 5, paint.deep),
				oval(254, 114, 26, 8, '#fff3c4'),
				rect(246, 40, 16, 18, 5, INK_SOFT),
			),
			disc(178, 241, 5, paint.accentDeep),
		),
};

export const clothesIron: Drawing = {
	rests: 'stands',
	detail: [170, 190],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(194, 250, 142),
			line('M300 138q60-30 50-80t-60-34', INK, 7),
			fill('M56 238q40-78 148-78h92a26 26 0 0 1 26 26v52z', paint.main),
			light('M84 222q44-50 122-52h60q-120 6-164 52z', 0.3),
			fill('M54 236h270v6a8 8 0 0 1-8 8H62q-12 0-8-14z', STEEL_SOFT),
			light('M56 238h266v4H56z', 0.6),
			fill('M148 172q30-62 86-64h62q14 0 14 14v46h-24v-34h-50q-34 4-50 38z', INK),
			line('M186 128q22-14 50-14h54', INK_SOFT, 4),
			disc(214, 200, 22, paint.deep),
			disc(214, 200, 16, paint.second),
			line('M214 200v-11', paint.accent, 4),
			disc(276, 202, 6, paint.accent),
		),
};

export const extensionBoard: Drawing = {
	rests: 'stands',
	detail: [160, 190],
	comesWith: 'box',
	draw: (paint) =>
		layers(
			ground(206, 246, 150),
			line('M72 198q-46-14-30-58t70-30 40 50-36 8 30-60 96-38', INK, 8),
			rect(236, 62, 40, 36, 9, INK),
			line('M276 72h18M276 88h18', STEEL, 6),
			rect(66, 164, 284, 82, 16, paint.deep),
			rect(66, 160, 284, 78, 16, paint.main),
			light('M78 166h258v6H78z', 0.4),
			...[0, 1, 2, 3].map((index) => {
				const x = 108 + index * 54;
				return layers(
					disc(x, 200, 22, paint.pale),
					disc(x, 190, 4.5, INK),
					disc(x - 9, 206, 4, INK),
					disc(x + 9, 206, 4, INK),
				);
			}),
			rect(300, 180, 36, 40, 7, INK),
			rect(305, 185, 26, 18, 4, paint.accent),
			rect(305, 204, 26, 11, 4, paint.accentDeep),
			ring(318, 194, 4, '#fff', 2),
		),
};
