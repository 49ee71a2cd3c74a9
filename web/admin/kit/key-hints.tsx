import { setLetterKeys, useLetterKeys } from './letter-keys.ts';

export interface KeyHint {
	keys: readonly string[];
	action: string;
}

const COMMON_HINTS: readonly KeyHint[] = [
	{ keys: ['j', 'k'], action: 'move' },
	{ keys: ['Enter'], action: 'open' },
];

/** The keys of a list, where there are keys, and whether they do something. */
export function KeyHints({ extraHints = [] }: { extraHints?: readonly KeyHint[] }) {
	const hasLetterKeys = useLetterKeys();

	return (
		<div className="hidden flex-wrap items-center justify-end gap-x-4 text-xs text-ink-soft wide:flex pointer-coarse:hidden">
			{hasLetterKeys && (
				<p className="flex flex-wrap items-center gap-x-2">
					{[...COMMON_HINTS, ...extraHints].map(({ keys, action }) => (
						<span key={action} className="flex items-center gap-1">
							{keys.map((key) => (
								<KeyCap key={key} name={key} />
							))}
							{action}
						</span>
					))}
				</p>
			)}
			<label className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
				<input
					type="checkbox"
					checked={hasLetterKeys}
					onChange={({ target }) => void setLetterKeys(target.checked)}
					className="size-4.5 accent-link"
				/>
				Letter keys
			</label>
		</div>
	);
}

interface KeyCapProps {
	name: string;
	/** In a button that says its key by `aria-keyshortcuts`: its name stays its words. */
	isInButton?: boolean;
}

/** A key, as it stands beside what it does. */
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
