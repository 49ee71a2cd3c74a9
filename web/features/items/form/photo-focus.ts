import { flushSync } from 'react-dom';
import type { TileAction } from './photo-tile.tsx';

/** The button that gets the focus if the pressed button is disabled or missing afterwards. */
const FALLBACK_ACTIONS: Record<TileAction, TileAction> = {
	left: 'right',
	right: 'left',
	turn: 'remove',
	remove: 'turn',
};

/**
 * Changes the photo list and keeps the focus near the pressed button, although buttons move, disappear or get
 * disabled.
 * @param key the photo that gets the focus; undefined for the picker
 * @param action the pressed button
 */
export function changeKeepingFocus(
	panel: HTMLElement | null,
	change: () => void,
	key: string | undefined,
	action: TileAction,
): void {
	flushSync(change);
	const find = (target: TileAction) =>
		panel?.querySelector<HTMLElement>(
			`[data-photo="${CSS.escape(key ?? '')}"] [data-action=${target}]:enabled`,
		);
	const nextButton =
		key === undefined ? undefined : (find(action) ?? find(FALLBACK_ACTIONS[action]));
	(nextButton ?? panel?.querySelector<HTMLElement>('input[type=file]'))?.focus();
}
