export interface KeyHint {
	keys: readonly string[];
	does: string;
}

const ALWAYS: readonly KeyHint[] = [
	{ keys: ['j', 'k'], does: 'move' },
	{ keys: ['Enter'], does: 'open' },
];

/** The keys of a list, where there are keys. */
export function KeyHints({ more = [] }: { more?: readonly KeyHint[] }) {
	return (
		<p className="hidden flex-wrap items-center gap-x-2 text-xs text-ink-soft wide:flex pointer-coarse:hidden">
			{[...ALWAYS, ...more].map(({ keys, does }) => (
				<span key={does} className="flex items-center gap-1">
					{keys.map((key) => (
						<KeyCap key={key} name={key} />
					))}
					{does}
				</span>
			))}
		</p>
	);
}

interface KeyCapProps {
	name: string;
	/** In a button that says its key by `aria-keyshortcuts`: its name stays its words. */
	isInButton?: boolean;
}

/** A key, as it stands beside what it does. */
export function KeyCap({ name, isInButton = false }: KeyCapProps) {
	return (
		<kbd
			aria-hidden={isInButton || undefined}
			className="rounded-[0.375rem] border border-line bg-surface px-1.5 font-text text-xs font-semibold text-ink pointer-coarse:hidden max-wide:hidden"
		>
			{name}
		</kbd>
	);
}
