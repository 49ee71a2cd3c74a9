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
	/** The filters; collapsed on phones. */
	children: ReactNode;
	/** Values of the filters that are hidden while collapsed, each with its default. */
	values: readonly (readonly [value: string, defaultValue: string])[];
}

/** The search and the filters above a list. */
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
	/** The value in the URL. */
	value: string;
	onSearch: (text: string) => void;
}

/** Searches a moment after the last keystroke; Enter searches at once. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
	const [typed, setTyped] = useState(value);
	const [lastValue, setLastValue] = useState(value);
	const [sentText, setSentText] = useState(value);
	// Back or a cleared filter changes the text; our own earlier text returning while the user types on does not.
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

/** The most used filter, with all its choices visible. */
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
	/** Labels by value, in order. */
	options: Readonly<Record<string, string>>;
	onChange: (value: string) => void;
}

/** A filter as a select. */
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
