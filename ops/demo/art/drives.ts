import type { Drawing } from './drawing.ts';
import type { Paint } from './palette.ts';
import { disc, drop, INK, layers, light, line, rect, STEEL_SOFT, turn } from './shapes.ts';

export const drive: Drawing = {
	rests: 'lies',
	detail: [170, 160],
	comesWith: 'pouch',
	draw: (paint, variant) => (variant % 2 === 0 ? solidState(paint) : pendrives(paint)),
};

function solidState(paint: Paint): string {
	return turn(
		-14,
		200,
		150,
		line('M276 152q60 4 50 54t-96 34q-40-8-62 14', INK, 6),
		rect(268, 140, 22, 24, 5, STEEL_SOFT),
		drop(96, 84, 172, 132, 18),
		rect(96, 84, 172, 132, 18, paint.deep),
		rect(96, 84, 172, 124, 18, paint.main),
		light('M114 84h70L122 208h-8a18 18 0 0 1-18-18v-88a18 18 0 0 1 18-18z', 0.14),
		rect(116, 104, 56, 9, 4.5, paint.soft),
		rect(116, 122, 34, 6, 3, paint.soft),
		disc(246, 184, 5, paint.accent),
		line('M222 104h24M222 114h24M222 124h24', paint.deep, 4),
	);
}

function pendrives(paint: Paint): string {
	return layers(
		turn(-28, 160, 150, pendrive(paint.main, paint.deep, paint.accent)),
		turn(
			-8,
			200,
			150,
			`<g transform="translate(44 74)">${pendrive(paint.accent, paint.accentDeep, paint.main)}</g>`,
		),
	);
}

function pendrive(body: string, deep: string, mark: string): string {
	return layers(
		drop(84, 112, 186, 46, 12),
		rect(226, 118, 54, 34, 4, STEEL_SOFT),
		light('M226 118h54v8h-54z', 0.5),
		rect(252, 124, 12, 8, 1, INK),
		rect(252, 138, 12, 8, 1, INK),
		rect(84, 112, 148, 46, 12, deep),
		rect(84, 112, 148, 40, 12, body),
		light('M96 118h120v6H96z', 0.35),
		disc(106, 132, 9, mark),
		line('M134 138h52', deep, 5),
	);
}
