import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface Tab<V extends string> {
	value: V;
	label: ReactNode;
}

export interface TabsProps<V extends string> {
	/** Accessible name of the tab list. */
	label: string;
	tabs: readonly Tab<V>[];
	value: V;
	onChange: (value: V) => void;
	/** The panel of the selected tab. */
	children: ReactNode;
}

/** Tabs above one panel: arrow keys select a tab, Home and End the first and last, Tab moves into the panel. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
	const id = useId();
	const tabId = (of: V) => `${id}-${of}`;

	function handleKey(event: KeyboardEvent) {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		const currentIndex = tabs.findIndex((tab) => tab.value === value);
		const targetIndexes: Record<string, number> = {
			ArrowLeft: currentIndex - 1,
			ArrowRight: (currentIndex + 1) % tabs.length,
			Home: 0,
			End: -1,
		};
		const targetTab = tabs.at(targetIndexes[event.key] ?? currentIndex);
		if (!targetTab || !(event.key in targetIndexes)) return;
		event.preventDefault();
		onChange(targetTab.value);
		document.getElementById(tabId(targetTab.value))?.focus();
	}

	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<div
				role="tablist"
				aria-label={label}
				onKeyDown={handleKey}
				className="flex flex-wrap gap-1 border-b border-line"
			>
				{tabs.map((tab) => (
					<button
						key={tab.value}
						type="button"
						role="tab"
						id={tabId(tab.value)}
						aria-selected={tab.value === value}
						aria-controls={`${id}-panel`}
						tabIndex={tab.value === value ? 0 : -1}
						onClick={() => onChange(tab.value)}
						className={`-mb-px min-h-11 cursor-pointer border-b-2 px-4 font-semibold ${tab.value === value ? 'border-ink text-ink' : 'border-transparent text-ink-soft hover:text-ink'}`}
					>
						{tab.label}
					</button>
				))}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(value)}>
				{children}
			</div>
		</div>
	);
}
