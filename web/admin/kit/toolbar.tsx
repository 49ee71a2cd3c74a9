import { Search, SlidersHorizontal } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { isComposing } from '#web/lib/keyboard.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { Filter, FilterValues, ListSource } from './list-section.ts';

const DEBOUNCE_MS = 300;

interface ToolbarProps {
	source: Pick<ListSource<never>, 'search' | 'filters'>;
	/** The values of search and filters. */
	values: FilterValues;
	onChange: (changes: FilterValues, options?: { isTyping: boolean }) => void;
}

/** The search and the filters above a list; the filters are collapsed on phones. */
export function Toolbar({ source: { search, filters }, values, onChange }: ToolbarProps) {
	const id = useId();
	const [isOpen, setIsOpen] = useState(false);
	const entries = Object.entries(filters);
	// The sort order is not counted as an active filter.
	const activeFilters = entries.filter(
		([name, { initial = 'all' }]) => name !== 'sort' && values[name] !== initial,
	);

	return (
		<div className="flex flex-wrap items-center gap-2 pb-3">
			<SearchField
				label={search.label}
				value={values[search.name] ?? ''}
				onSearch={(text) => onChange({ [search.name]: text }, { isTyping: true })}
			/>
			<Button
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setIsOpen(!isOpen)}
				className="tablet:hidden"
			>
				<SlidersHorizontal aria-hidden="true" className="size-4.5" />
				{activeFilters.length > 0 ? `Filters · ${activeFilters.length}` : 'Filters'}
			</Button>
			<div
				id={id}
				className={`${isOpen ? 'flex' : 'hidden'} w-full flex-wrap items-center gap-2 tablet:contents`}
			>
				{entries.map(([name, filter]) => {
					if (filter.isDateShown?.(values) === false) return null;
					const FilterControl = controlOf(filter);
					return (
						<FilterControl
							key={name}
							filter={filter}
							value={values[name] ?? ''}
							onChange={(value) => onChange({ [name]: value })}
						/>
					);
				})}
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
function SearchField({ label, value, onSearch }: SearchFieldProps) {
	const [typed, setTyped] = useState(value);
	const [lastValue, setLastValue] = useState(value);
	const [sentText, setSentText] = useState(value);
	// A value in the URL that this field has not sent, after Back or 'Clear filters', replaces the typed text.
	if (lastValue !== value) {
		setLastValue(value);
		if (value !== sentText) setTyped(value);
		setSentText(value);
	}

	function search(): void {
		const text = typed.trim();
		setSentText(text);
		onSearch(text);
	}

	const searchLater = useEffectEvent(search);

	useEffect(() => {
		if (typed.trim() === value) return;
		const timer = setTimeout(() => searchLater(), DEBOUNCE_MS);
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
					if (event.key === 'Enter' && !isComposing(event)) search();
				}}
				className="pl-10.5"
			/>
		</search>
	);
}

interface FilterControlProps {
	filter: Filter;
	value: string;
	onChange: (value: string) => void;
}

function controlOf({ isSegmented, isDateShown }: Filter) {
	if (isDateShown) return FilterDate;
	return isSegmented ? FilterSegments : FilterSelect;
}

function FilterDate({ filter: { label }, value, onChange }: FilterControlProps) {
	const id = useId();
	return (
		<div className="flex items-center gap-2 text-sm text-ink-soft">
			<label htmlFor={id}>{label}</label>
			<TextInput
				id={id}
				type="date"
				value={value}
				onChange={(event) => onChange(event.target.value)}
				className="w-auto text-ink"
			/>
		</div>
	);
}

function FilterSegments({ filter: { label, options }, value, onChange }: FilterControlProps) {
	return (
		<SegmentedControl
			label={label}
			segments={Object.entries(options).map(([option, text]) => ({ value: option, label: text }))}
			value={value}
			onChange={onChange}
			className="flex-wrap p-0.5! [&>label]:px-2.5 [&>label]:whitespace-nowrap tablet:[&>label]:px-3"
		/>
	);
}

function FilterSelect({ filter, value, onChange }: FilterControlProps) {
	const { label, options, groups = [] } = filter;
	const isKnown = [filter, ...groups].some((group) => value in group.options);

	return (
		<Select
			aria-label={label}
			value={value}
			onChange={(event) => onChange(event.target.value)}
			className="min-w-0 flex-[0_1_auto]"
		>
			{!isKnown && <option value={value}>{value}</option>}
			<Options options={options} />
			{groups.map((group) => (
				<optgroup key={group.label} label={group.label}>
					<Options options={group.options} />
				</optgroup>
			))}
		</Select>
	);
}

function Options({ options }: Pick<Filter, 'options'>) {
	return Object.entries(options).map(([option, text]) => (
		<option key={option} value={option}>
			{text}
		</option>
	));
}
