import { flushSync } from 'react-dom';
import type { TileAction } from './photo-tile.tsx';

const FALLBACK_ACTIONS: Record<TileAction, TileAction> = {
	left: 'right',
	right: 'left',
	turn: 'remove',
	remove: 'turn',
};

/**
 * Changes the list and keeps the focus where the person works, although buttons move, go or switch off.
 * @param key the photo to go on at; undefined goes on at the picker
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
	const next = key === undefined ? undefined : (find(action) ?? find(FALLBACK_ACTIONS[action]));
	(next ?? panel?.querySelector<HTMLElement>('input[type=file]'))?.focus();
}
