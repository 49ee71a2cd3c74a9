import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { isComposing } from '#web/lib/keyboard.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl, type SegmentedControlProps } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const DEBOUNCE_MS = 300;

interface ToolbarProps {
	search: ReactNode;
	/** The filters; on phones they are folded. */
	children: ReactNode;
	/** Values of the filters that are not in sight while they are folded, and what each is where nothing is chosen. */
	values: readonly (readonly [value: string, defaultValue: string])[];
}

/** The search and the filters of a list, above it. */
export function Toolbar({ search, children, values }: ToolbarProps) {
	const id = useId();
	const [isOpen, setIsOpen] = useState(false);
	const activeCount = values.filter(([value, defaultValue]) => value !== defaultValue).length;

	return (
		<div className="flex flex-wrap items-center gap-2 pb-3">
			{search}
			<Button
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setIsOpen(!isOpen)}
				className="tablet:hidden"
			>
				<SlidersHorizontal aria-hidden="true" className="size-4.5" />
				{activeCount > 0 ? `Filters · ${activeCount}` : 'Filters'}
			</Button>
			<div
				id={id}
				className={`${isOpen ? 'flex' : 'hidden'} w-full flex-wrap items-center gap-2 tablet:contents`}
			>
				{children}
			</div>
		</div>
	);
}

interface SearchFieldProps {
	label: string;
	/** As in the address. */
	value: string;
	onSearch: (text: string) => void;
}

/** Searches a moment after the last letter; Enter does at once. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
	const [typed, setTyped] = useState(value);
	const [lastValue, setLastValue] = useState(value);
	const [sentText, setSentText] = useState(value);
	// Back, or a filter that was taken away, changes what stands here; our own words come back while one types on.
	if (lastValue !== value) {
		setLastValue(value);
		if (value !== sentText) setTyped(value);
		setSentText(value);
	}

	const search = useEffectEvent((text: string) => {
		setSentText(text);
		onSearch(text);
	});

	useEffect(() => {
		if (typed.trim() === value) return;
		const timer = setTimeout(() => search(typed.trim()), DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [typed, value]);

	return (
		<search className="relative min-w-0 flex-[1_1_14rem] tablet:max-w-80">
			<Search
				aria-hidden="true"
				className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-soft"
			/>
			<TextInput
				type="search"
				aria-label={label}
				placeholder={label}
				value={typed}
				maxLength={200}
				onChange={(event) => setTyped(event.target.value)}
				onKeyDown={(event) => {
					if (event.key === 'Enter' && !isComposing(event)) onSearch(typed.trim());
				}}
				className="pl-10.5"
			/>
		</search>
	);
}

/** The filter that is used most: its choices are all in sight. */
export function FilterSegments<V extends string>(props: SegmentedControlProps<V>) {
	return (
		<SegmentedControl
			{...props}
			className="flex-wrap p-0.5! [&>label]:px-2.5 [&>label]:whitespace-nowrap tablet:[&>label]:px-3"
		/>
	);
}

interface FilterSelectProps {
	label: string;
	value: string;
	/** By value, in order. */
	options: Readonly<Record<string, string>>;
	onChange: (value: string) => void;
}

/** One filter of a list. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
	return (
		<Select
			aria-label={label}
			value={value in options ? value : ''}
			onChange={(event) => onChange(event.target.value)}
			className="flex-[0_1_auto]"
		>
			{!(value in options) && <option value="">{value}</option>}
			{Object.entries(options).map(([option, text]) => (
				<option key={option} value={option}>
					{text}
				</option>
			))}
		</Select>
	);
}
