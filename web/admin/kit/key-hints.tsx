import { useSyncExternalStore } from 'react';
import { readUiCookie, writeUiCookie, YEAR_SECONDS } from '#web/lib/ui-cookie.ts';

const OFF_VALUE = 'off';

const listeners = new Set<() => void>();
let isEnabled = readUiCookie('letter-keys') !== OFF_VALUE;

/**
 * Whether single-letter shortcuts are enabled. Speech input can trigger them by accident, so they can be turned off
 * (WCAG 2.1.4).
 */
export function areLetterKeysOn(): boolean {
	return isEnabled;
}

/** `areLetterKeysOn` as a hook, for components that show the letters only while the shortcuts are enabled. */
export function useLetterKeys(): boolean {
	return useSyncExternalStore(subscribe, areLetterKeysOn);
}

/** Stores the choice in a cookie of this browser: off for a year, while on deletes the cookie. */
export function setLetterKeys(isOn: boolean): void {
	isEnabled = isOn;
	for (const listener of listeners) listener();
	writeUiCookie('letter-keys', OFF_VALUE, isOn ? 0 : YEAR_SECONDS);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

interface KeyHintsProps {
	/** Shortcuts besides those of every list, each with what it does. */
	keys?: Readonly<Record<string, string>> | undefined;
}

/**
 * The keyboard shortcuts of a list while they are enabled, and the checkbox that enables them. Hidden on narrow screens
 * and on touch devices.
 */
export function KeyHints({ keys }: KeyHintsProps) {
	const hasLetterKeys = useLetterKeys();

	return (
		<div className="hidden flex-wrap items-center justify-end gap-x-4 text-xs text-ink-soft wide:flex pointer-coarse:hidden">
			{hasLetterKeys && (
				<p className="flex flex-wrap items-center gap-x-2">
					<span className="flex items-center gap-1">
						<KeyCap name="j" />
						<KeyCap name="k" />
						move
					</span>
					{Object.entries({ Enter: 'open', ...keys }).map(([key, action]) => (
						<span key={key} className="flex items-center gap-1">
							<KeyCap name={key} />
							{action}
						</span>
					))}
				</p>
			)}
			<label className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
				<input
					type="checkbox"
					checked={hasLetterKeys}
					onChange={({ target }) => setLetterKeys(target.checked)}
					className="size-4.5 accent-link"
				/>
				Letter keys
			</label>
		</div>
	);
}

interface KeyCapProps {
	name: string;
	/**
	 * True in a button with `aria-keyshortcuts`: hides the key from screen readers, so that it is not part of the button's
	 * name.
	 */
	isInButton?: boolean;
}

/** A key, shown beside its action while letter keys are enabled. */
export function KeyCap({ name, isInButton = false }: KeyCapProps) {
	const hasLetterKeys = useLetterKeys();
	if (!hasLetterKeys) return null;
	return (
		<kbd
			aria-hidden={isInButton || undefined}
			className="rounded-[0.375rem] border border-line bg-surface px-1.5 font-text text-xs font-semibold text-ink pointer-coarse:hidden max-wide:hidden"
		>
			{name}
		</kbd>
	);
}
