import { Search } from 'lucide-react';
import { Suspense, useId } from 'react';
import { LISTING_LIMITS } from '#contract/items/listing.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { optionId } from '#web/ui/option-list.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { type SearchBoxOptions, useSearchBox } from './use-search-box.ts';
import { useSlashKey } from './use-search-field.ts';

/** Loaded when a search box gets the focus. */
const LastSearches = lazyOptional(async () => (await import('./last-searches.tsx')).LastSearches);

const VARIANTS = {
	header: {
		box: 'tablet:relative',
		field: 'rounded-field bg-sunken focus-within:outline-[2.5px]',
	},
	page: {
		box: 'relative',
		field: 'min-h-12 rounded-field border border-edge bg-surface focus-within:outline-[2.5px]',
	},
} as const;

export interface SearchBoxProps extends SearchBoxOptions {
	label: string;
	placeholder: string;
	look: keyof typeof VARIANTS;
}

/** A search box that offers the last searches, and titles on sale while the user types. */
export function SearchBox(props: SearchBoxProps) {
	const { look } = props;
	const listId = useId();
	const box = useSearchBox(props);
	const { input, options, list, choose } = box;
	// The last option is not a suggestion: it searches for the text as typed.
	const suggestionCount = options.length - 1;
	useSlashKey(look === 'header', input);

	return (
		<search
			data-combobox
			onBlur={box.onBoxBlur}
			onKeyDown={box.onBoxKey}
			className={VARIANTS[look].box}
		>
			{/* Works as a plain HTML form until its script has loaded. */}
			<form action={categoryPath()} onSubmit={box.onSubmit}>
				<SearchField {...props} box={box} listId={listId} />
				{list.isOpen && (
					<SuggestionList
						id={listId}
						options={options}
						active={list.active}
						onHighlight={list.activate}
						onChoose={choose}
					/>
				)}
				<span role="status" className="sr-only">
					{list.isOpen &&
						suggestionCount > 0 &&
						(suggestionCount === 1 ? '1 suggestion' : `${suggestionCount} suggestions`)}
				</span>
			</form>
			{box.mayShowLastSearches && (
				<Suspense>
					<LastSearches
						onChoose={(query) => choose({ query })}
						onRemoved={() => input.current?.focus()}
					/>
				</Suspense>
			)}
		</search>
	);
}

interface SearchFieldProps extends Pick<SearchBoxProps, 'label' | 'placeholder' | 'look'> {
	box: ReturnType<typeof useSearchBox>;
	listId: string;
}

function SearchField({ label, placeholder, look, box, listId }: SearchFieldProps) {
	const { isOpen, active } = box.list;
	return (
		<label
			className={`flex h-11 cursor-text items-center gap-2.5 px-3.5 focus-within:outline-offset-2 focus-within:outline-link ${VARIANTS[look].field}`}
		>
			<Search aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
			<input
				ref={box.input}
				type="search"
				name="q"
				role="combobox"
				aria-label={label}
				aria-expanded={isOpen}
				aria-controls={isOpen ? listId : undefined}
				aria-autocomplete="list"
				aria-activedescendant={isOpen && active >= 0 ? optionId(listId, active) : undefined}
				aria-keyshortcuts={look === 'header' ? '/' : undefined}
				value={box.typed}
				onChange={(event) => box.onInput(event.target.value)}
				onFocus={box.onFocus}
				onKeyDown={box.onKey}
				placeholder={placeholder}
				maxLength={LISTING_LIMITS.queryMax}
				enterKeyHint="search"
				autoComplete="off"
				className="h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-ink-soft"
			/>
			{look === 'header' && box.typed === '' && <SlashHint />}
		</label>
	);
}

/** Shows the keyboard shortcut; screen readers get it from `aria-keyshortcuts`. */
function SlashHint() {
	return (
		<span
			aria-hidden="true"
			className="hidden rounded border border-edge px-1.5 text-xs text-ink-soft wide:block"
		>
			/
		</span>
	);
}
