/** Colours a thing was bought in: its body, its second colour and a small accent. */
const PALETTES = {
	slate: ['#3d4555', '#c9d8b6', '#f5aa1c'],
	graphite: ['#2a303d', '#8b95a8', '#e2604a'],
	steel: ['#b4bfce', '#3d4555', '#2b5fd0'],
	cream: ['#efe2c8', '#a8483a', '#3f9b6c'],
	sand: ['#d6b27c', '#6b4a2f', '#e2604a'],
	marigold: ['#f3a81e', '#3d4555', '#5b4bb7'],
	coral: ['#e2604a', '#2f3542', '#f5c45a'],
	brick: ['#a8483a', '#efe2c8', '#f5aa1c'],
	rose: ['#d7648c', '#fbe3d6', '#5b4bb7'],
	plum: ['#7d4482', '#f1c8d4', '#f5aa1c'],
	indigo: ['#5b4bb7', '#f5c45a', '#e2604a'],
	ocean: ['#2b5fd0', '#dfe9fb', '#f5aa1c'],
	sky: ['#6aa5e0', '#2f3f6b', '#f5c45a'],
	teal: ['#1f8a8c', '#f4ead2', '#e2604a'],
	leaf: ['#3f9b6c', '#f4ead2', '#f5aa1c'],
	mint: ['#8fcab0', '#2f6b56', '#e2604a'],
} as const satisfies Record<string, readonly [string, string, string]>;

export type PaletteName = keyof typeof PALETTES;

/** A palette with the tones that light and shade make of it. */
export interface Paint {
	main: string;
	deep: string;
	soft: string;
	pale: string;
	second: string;
	secondDeep: string;
	accent: string;
	accentDeep: string;
}

export function paintOf(name: PaletteName): Paint {
	const [main, second, accent] = PALETTES[name];
	return {
		main,
		deep: mixed(main, '#161a33', 0.26),
		soft: mixed(main, '#ffffff', 0.3),
		pale: mixed(main, '#ffffff', 0.66),
		second,
		secondDeep: mixed(second, '#161a33', 0.22),
		accent,
		accentDeep: mixed(accent, '#161a33', 0.22),
	};
}

/** @param share how much of `other` there is in the result, 0 to 1 */
export function mixed(colour: string, other: string, share: number): string {
	const channels = [1, 3, 5].map((start) => {
		const from = Number.parseInt(colour.slice(start, start + 2), 16);
		const to = Number.parseInt(other.slice(start, start + 2), 16);
		return Math.round(from + (to - from) * share)
			.toString(16)
			.padStart(2, '0');
	});
	return `#${channels.join('')}`;
}
