import { switchLetterKeys, useLetterKeys } from './letter-keys.ts';

export interface KeyHint {
	keys: readonly string[];
	does: string;
}

const ALWAYS: readonly KeyHint[] = [
	{ keys: ['j', 'k'], does: 'move' },
	{ keys: ['Enter'], does: 'open' },
];

/** The keys of a list, where there are keys, and whether they do something. */
export function KeyHints({ more = [] }: { more?: readonly KeyHint[] }) {
	const areOn = useLetterKeys();

	return (
		<div className="hidden flex-wrap items-center justify-end gap-x-4 text-xs text-ink-soft wide:flex pointer-coarse:hidden">
			{areOn && (
				<p className="flex flex-wrap items-center gap-x-2">
					{[...ALWAYS, ...more].map(({ keys, does }) => (
						<span key={does} className="flex items-center gap-1">
							{keys.map((key) => (
								<KeyCap key={key} name={key} />
							))}
							{does}
						</span>
					))}
				</p>
			)}
			<label className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
				<input
					type="checkbox"
					checked={areOn}
					onChange={({ target }) => void switchLetterKeys(target.checked)}
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
	const areOn = useLetterKeys();
	if (!areOn) return null;
	return (
		<kbd
			aria-hidden={isInButton || undefined}
			className="rounded-[0.375rem] border border-line bg-surface px-1.5 font-text text-xs font-semibold text-ink pointer-coarse:hidden max-wide:hidden"
		>
			{name}
		</kbd>
	);
}
