import { Search } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Category } from '#contract/item-facts.ts';
import { LISTING_LIMITS } from '#contract/listing.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { optionId } from '#web/ui/option-list.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { useCombobox } from './use-combobox.ts';
import { type SearchOption, useSuggestions } from './use-suggestions.ts';

/** A box that searches by itself searches after this pause. */
const PAUSE_MS = 300;
/** Then its results stand below: the list gets out of their way. */
const REST_MS = 1200;

const LOOKS = {
	header: {
		box: 'tablet:relative',
		field: 'rounded-field bg-sunken focus-within:outline-[2.5px]',
	},
	page: {
		box: 'relative',
		field: 'min-h-12 rounded-field border border-edge bg-surface focus-within:outline-[2.5px]',
	},
} as const;

export interface SearchBoxProps {
	label: string;
	placeholder: string;
	look: keyof typeof LOOKS;
	/** What the address searches for. */
	words: string;
	/** @param category where a chosen title is on sale */
	onSearch: (words: string, category?: Category) => void;
	/** Searches whenever the typing pauses, and offers titles only to those who type. */
	isLive?: boolean;
}

/** A search box that offers titles on sale while one types. */
export function SearchBox(props: SearchBoxProps) {
	const { label, placeholder, look, words, onSearch, isLive = false } = props;
	const listId = useId();
	const input = useRef<HTMLInputElement>(null);
	const hasKeyed = useRef(false);
	const { typed, setTyped, ask } = useTyped(words, input, onSearch);
	const [isWanted, setIsWanted] = useState(false);
	const options = useSuggestions(typed, isWanted);
	const list = useCombobox(options.length);
	const { isOpen, active, close } = list;
	useSearchOnPause(isLive, typed, words, ask);
	useRest(isLive && isOpen && active < 0, typed, close);

	function handleInput(value: string) {
		setTyped(value);
		setIsWanted(true);
		if (!isLive || hasKeyed.current) list.open();
	}

	function search(option: SearchOption) {
		setTyped(option.words);
		close();
		setIsWanted(false);
		hasKeyed.current = false;
		// The keyboard of a phone would cover what was found.
		if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
		ask(option.words, option.category);
	}

	function handleSubmit(event: FormEvent) {
		event.preventDefault();
		search(options[active] ?? { words: typed.trim() });
	}

	return (
		<search data-combobox className={LOOKS[look].box}>
			{/* Before its script has come it searches as forms do. */}
			<form action={categoryPath()} onSubmit={handleSubmit}>
				<label
					className={`flex h-11 cursor-text items-center gap-2.5 px-3.5 focus-within:outline-offset-2 focus-within:outline-link ${LOOKS[look].field}`}
				>
					<Search aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
					<input
						ref={input}
						type="search"
						name="q"
						role="combobox"
						aria-label={label}
						aria-expanded={isOpen}
						aria-controls={isOpen ? listId : undefined}
						aria-autocomplete="list"
						aria-activedescendant={isOpen && active >= 0 ? optionId(listId, active) : undefined}
						value={typed}
						onChange={(event) => handleInput(event.target.value)}
						onKeyDown={(event) => {
							hasKeyed.current = true;
							setIsWanted(true);
							list.onKeyDown(event);
						}}
						onBlur={close}
						placeholder={placeholder}
						maxLength={LISTING_LIMITS.wordsMax}
						enterKeyHint="search"
						autoComplete="off"
						className="h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-ink-soft"
					/>
				</label>
				{isOpen && (
					<SuggestionList
						id={listId}
						options={options}
						active={active}
						onPoint={list.activate}
						onChoose={search}
					/>
				)}
				<span role="status" className="sr-only">
					{isOpen && options.length > 1 && `${options.length - 1} suggestions`}
				</span>
			</form>
		</search>
	);
}

/**
 * What stands in the box. Where the address changes by itself (Back, a link, the other box), it says what that says. An
 * address that this box has asked for is drawn a moment later, when one may have typed on.
 */
function useTyped(
	words: string,
	input: RefObject<HTMLInputElement | null>,
	onSearch: SearchBoxProps['onSearch'],
) {
	const [typed, setTyped] = useState(words);
	const [known, setKnown] = useState(words);
	const [asked, setAsked] = useState<string>();
	if (words !== known) {
		setKnown(words);
		setAsked(undefined);
		if (words !== asked) setTyped(words);
	}

	// Whoever began before the script had come has typed it already.
	useEffect(() => {
		if (input.current?.value) setTyped(input.current.value);
	}, [input]);

	function ask(wanted: string, category?: Category) {
		setAsked(wanted);
		onSearch(wanted, category);
	}

	return { typed, setTyped, ask };
}

/** Closes the list when nothing was typed for a while. */
function useRest(mayRest: boolean, typed: string, close: () => void): void {
	const rest = useRef(close);

	useEffect(() => {
		rest.current = close;
	});

	useEffect(() => {
		if (!mayRest || typed === '') return;
		const timer = setTimeout(() => rest.current(), REST_MS);
		return () => clearTimeout(timer);
	}, [mayRest, typed]);
}

function useSearchOnPause(
	isLive: boolean,
	typed: string,
	words: string,
	onSearch: (words: string) => void,
): void {
	const search = useRef(onSearch);

	useEffect(() => {
		search.current = onSearch;
	});

	useEffect(() => {
		const asked = typed.trim();
		if (!isLive || asked === words) return;
		const timer = setTimeout(() => search.current(asked), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [isLive, typed, words]);
}
