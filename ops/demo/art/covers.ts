import type { Paint } from './palette.ts';
import {
	atEach,
	disc,
	fill,
	layers,
	line,
	oval,
	PAPER,
	pick,
	rect,
	ring,
	times,
	turn,
} from './shapes.ts';

const MOTIFS = [gears, waves, circuit, beam, flask, bars, orbit, tree, sprig, braces] as const;

/** The picture on a book's cover, around its own middle, about 100 across. */
export function motif(number: number, paint: Paint): string {
	return pick(MOTIFS, number)(paint);
}

function gear(x: number, y: number, radius: number, colour: string): string {
	return layers(
		times(
			8,
			(index) =>
				`<rect x="${x - radius * 0.2}" y="${y - radius * 1.28}" width="${radius * 0.4}" height="${radius * 2.56}" rx="2" fill="${colour}" transform="rotate(${index * 22.5} ${x} ${y})"/>`,
		),
		disc(x, y, radius, colour),
	);
}

function gears(paint: Paint): string {
	return layers(
		gear(-14, 6, 30, paint.accent),
		disc(-14, 6, 12, paint.main),
		gear(32, -30, 18, PAPER),
		disc(32, -30, 7, paint.main),
	);
}

function waves(paint: Paint): string {
	return layers(
		line('M-52 40h104M-48 46v-90', PAPER, 4),
		line('M-48 0c16-52 32-52 48 0s32 52 48 0', paint.accent, 8),
		line('M-48 6c16-26 32-26 48 0s32 26 48 0', PAPER, 4),
	);
}

function circuit(paint: Paint): string {
	return layers(
		rect(-24, -24, 48, 48, 6, paint.accent),
		rect(-12, -12, 24, 24, 4, paint.main),
		line(
			'M-14-24v-22M0-24v-14h24M14-24v-6M-14 24v22M0 24v14h-30M14 24v18M24-14h22M24 0h16v22M24 14h8M-24-14h-22M-24 0h-14v-22M-24 14h-20',
			PAPER,
			4,
		),
		atEach(
			[
				[-14, -48],
				[26, -38],
				[48, -14],
				[40, 24],
				[-14, 48],
				[-32, 38],
				[-48, -14],
			],
			(x, y) => disc(x, y, 5, PAPER),
		),
	);
}

function beam(paint: Paint): string {
	return layers(
		rect(-54, -6, 108, 12, 2, paint.accent),
		fill('M-42 8l-14 24h28z', PAPER),
		disc(42, 18, 10, PAPER),
		line('M-60 34h40M28 32h30', PAPER, 4),
		line(
			'M-24-44v32M0-44v32M24-44v32M-24-12l-5-7M-24-12l5-7M0-12l-5-7M0-12l5-7M24-12l-5-7M24-12l5-7M-24-44h48',
			PAPER,
			4,
		),
		line('M-50 8q50 26 92 0', paint.deep, 3),
	);
}

function flask(paint: Paint): string {
	return layers(
		fill('M-12-48h24v30l30 56a10 10 0 0 1-9 14h-66a10 10 0 0 1-9-14l30-56z', '#ffffff55'),
		fill('M-25 6h50l17 32a10 10 0 0 1-9 14h-66a10 10 0 0 1-9-14z', paint.accent),
		line('M-18-48h36', PAPER, 7),
		disc(-8, 28, 6, PAPER),
		disc(12, 20, 4, PAPER),
		disc(4, -8, 5, paint.accent),
	);
}

function bars(paint: Paint): string {
	return layers(
		...[18, 34, 52, 74].map((height, index) =>
			rect(-52 + index * 27, 42 - height, 20, height, 3, index === 3 ? paint.accent : PAPER),
		),
		line('M-52 6l28-18 26-14 30-24M22-52l12 2-3 12', paint.accent, 5),
		line('M-56 48h112', PAPER, 4),
	);
}

function orbit(paint: Paint): string {
	return layers(
		...[0, 60, 120].map(
			(degrees) =>
				`<ellipse rx="52" ry="19" fill="none" stroke="${PAPER}" stroke-width="4" transform="rotate(${degrees})"/>`,
		),
		disc(0, 0, 12, paint.accent),
		disc(52, 0, 6, paint.accent),
		disc(-26, -45, 6, paint.accent),
	);
}

function tree(paint: Paint): string {
	return layers(
		line('M0-36L-30 0M0-36L30 0M-30 0l-18 36M-30 0l14 36M30 0l-12 36M30 0l20 36', PAPER, 4),
		atEach(
			[
				[-30, 0],
				[30, 0],
				[-48, 38],
				[-14, 38],
				[18, 38],
				[50, 38],
			],
			(x, y) => disc(x, y, 11, PAPER),
		),
		disc(0, -38, 15, paint.accent),
		ring(30, 0, 11, paint.accent, 4),
	);
}

function sprig(paint: Paint): string {
	return layers(
		line('M-4 50q-6-60 16-100', PAPER, 4),
		...[-1, 1].map((side) =>
			times(3, (index) =>
				turn(
					side * 52 - 6,
					-2 + index * 3,
					28 - index * 28,
					oval(-2 + index * 3, 2 - index * 28, 9, 22, side > 0 ? paint.accent : PAPER),
				),
			),
		),
		turn(20, 12, -50, oval(12, -52, 9, 18, paint.accent)),
	);
}

function braces(paint: Paint): string {
	return layers(
		line('M-28-44q-18 0-16 20t-14 24q16 2 14 24t16 20', PAPER, 7),
		line('M28-44q18 0 16 20t14 24q-16 2-14 24t-16 20', PAPER, 7),
		line('M12-30L-12 30', paint.accent, 8),
		disc(-22, -2, 5, paint.accent),
		disc(22, -2, 5, paint.accent),
	);
}
