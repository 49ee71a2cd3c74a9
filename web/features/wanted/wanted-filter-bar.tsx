import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { LISTING_LIMITS } from '#contract/items/listing.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { WantedFilters } from './queries.ts';
import { SubjectSelect } from './subject-select.tsx';

interface WantedFilterBarProps {
	filters: WantedFilters;
	onChange: (changes: Partial<WantedFilters>) => void;
}

/** The filters of the public list: search text, category and subject. */
export function WantedFilterBar({ filters, onChange }: WantedFilterBarProps) {
	const categories = useCategories();
	const searchField = useRef<HTMLInputElement>(null);
	const shownQuery = useRef(filters.q);

	// Shows a search text that changed in the URL, for example by the Back button. Text typed before hydration stays.
	useEffect(() => {
		if (filters.q === shownQuery.current) return;
		shownQuery.current = filters.q;
		if (searchField.current) searchField.current.value = filters.q;
	}, [filters.q]);

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		onChange({ q: searchField.current?.value.trim() ?? '' });
	}

	return (
		<search className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3 tablet:grid-cols-[2fr_1fr_1fr]">
			<form onSubmit={handleSubmit} className="col-span-2 flex gap-2 tablet:col-span-1">
				<TextInput
					ref={searchField}
					type="search"
					aria-label="Search wanted posts"
					placeholder="Search what is wanted"
					maxLength={LISTING_LIMITS.queryMax}
					defaultValue={filters.q}
					className="min-w-0 flex-1"
				/>
				<IconButton
					type="submit"
					label="Search"
					icon={<Search aria-hidden="true" className="size-5" />}
				/>
			</form>
			<Select
				aria-label="Category"
				value={filters.category}
				onChange={(event) => onChange({ category: event.target.value })}
			>
				<option value="">All categories</option>
				{categories.map(({ name }) => (
					<option key={name}>{name}</option>
				))}
			</Select>
			<SubjectSelect
				aria-label="Subject"
				anyLabel="All subjects"
				value={filters.subject}
				onChange={(event) => onChange({ subject: event.target.value })}
			/>
		</search>
	);
}
