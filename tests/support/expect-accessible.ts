import axe from 'axe-core';
import { expect } from 'vitest';
import { setWidth } from './set-width.ts';

/** A phone in light mode and a desktop in dark mode: colours depend on the theme alone, layout on the width. */
const LOOKS = [
	{ width: 360, theme: 'light' },
	{ width: 1440, theme: 'dark' },
] as const;
/** axe without the rule about landmarks, since a component is rendered without the page's header. */
const OPTIONS = {
	resultTypes: ['violations' as const],
	preload: false,
	rules: { region: { enabled: false } },
};

/** Expects no axe violation and no horizontal overflow at each of `LOOKS`, and no overflow at 200 % text size. */
export async function expectAccessible(): Promise<void> {
	const { innerWidth } = window;
	const root = document.documentElement;
	try {
		for (const { width, theme } of LOOKS) {
			await setWidth(width);
			root.dataset.theme = theme;
			await endTransitions();
			const { violations } = await axe.run(document, OPTIONS);
			const foundViolations = violations.flatMap(({ id, nodes }) =>
				nodes.map(({ html }) => `${id}: ${html}`),
			);
			expect(foundViolations, `${width} px, ${theme}`).toEqual([]);
			expect(root.scrollWidth - root.clientWidth, `${width} px`).toBe(0);
		}
		root.style.fontSize = '200%';
		expect(root.scrollWidth - root.clientWidth, '200 %').toBe(0);
	} finally {
		root.style.fontSize = '';
		delete root.dataset.theme;
		await setWidth(innerWidth);
	}
}

/** Waits until transitions have ended: axe would judge the colours in between. */
async function endTransitions(): Promise<void> {
	const isEndless = ({ effect }: Animation) =>
		effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
	// A finished animation is still listed as long as its last frame is applied.
	const findRunning = () =>
		document
			.getAnimations()
			.filter((animation) => animation.playState === 'running' && !isEndless(animation));
	// The end of one animation may start another.
	for (let running = findRunning(); running.length > 0; running = findRunning()) {
		await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
	}
}
