import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Package, Search, UserRound } from 'lucide-react';
import {
	type KeyboardEvent as ReactKeyboardEvent,
	type RefObject,
	useEffect,
	useEffectEvent,
	useId,
	useRef,
	useState,
} from 'react';
import { useNavigate } from 'react-router';
import { itemStatusLabel } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SEARCH_MESSAGES, searchUsersAndItems } from '#contract/admin/search.ts';
import { formatPrice } from '#contract/core/format.ts';
import { areLetterKeysOn, useLetterKeys } from '#web/admin/kit/key-hints.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { isComposing } from '#web/lib/keyboard.ts';
import { OptionList, optionId } from '#web/ui/option-list.tsx';

const DEBOUNCE_MS = 250;

/** One result of the search: a user or an item. */
interface SearchResult {
	kind: 'user' | 'item';
	to: string;
	name: string;
	/** Distinguishes results of the same name. */
	details: string;
}

function searchQuery(text: string) {
	return queryOptions({
		queryKey: ['search', text],
		queryFn: async ({ signal }) => {
			const { users, items } = await callAdminApi(searchUsersAndItems, {
				query: { q: text },
				signal,
			});
			return [...users.map(userResult), ...items.map(itemResult)];
		},
		placeholderData: keepPreviousData,
	});
}

type SearchReply = Awaited<ReturnType<typeof callAdminApi<typeof searchUsersAndItems>>>;

function userResult({ id, userName, email, isBanned }: SearchReply['users'][number]): SearchResult {
	const details = [email ?? '', isBanned ? 'Banned' : ''].filter(Boolean).join(' · ');
	return { kind: 'user', to: `${ADMIN_PAGES.users}?user=${id}`, name: userName, details };
}

function itemResult({ id, title, price, ...item }: SearchReply['items'][number]): SearchResult {
	const label = itemStatusLabel(item.status, item.isOwnerBanned ?? false);
	const isOnSale = item.status === 'available' && !item.isOwnerBanned;
	const details = [formatPrice(price), isOnSale ? '' : label].filter(Boolean).join(' · ');
	return { kind: 'item', to: `${ADMIN_PAGES.items}?item=${id}`, name: title, details };
}

/** Searches a moment after the last keystroke. `isCurrent` says whether the results belong to the current text. */
function useSearchResults(typed: string) {
	const [searchedText, setSearchedText] = useState('');
	const text = typed.trim();

	useEffect(() => {
		const timer = setTimeout(() => setSearchedText(text), DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [text]);

	const { data, error, isPending, isPlaceholderData, isStale, refetch } = useQuery({
		...searchQuery(searchedText),
		enabled: searchedText !== '' && text !== '',
	});
	const isCurrent = searchedText === text && !isPending && !isPlaceholderData;
	return {
		results: text === '' ? undefined : data,
		error,
		isCurrent,
		/** Call this when the search is opened again: a text from before may have stale results. */
		refetchIfStale: () => {
			if (isStale) void refetch();
		},
	};
}

interface SearchResultListProps {
	id: string;
	options: readonly SearchResult[];
	/** Index of the active option. */
	active: number;
	onHighlight: (index: number) => void;
	onChoose: (option: SearchResult) => void;
}

/** The users and items that the search found, as options below its field. */
function SearchResultList(props: SearchResultListProps) {
	return (
		<OptionList
			{...props}
			label="Found"
			keyOf={({ to }) => to}
			className="mt-1.5 grid max-h-[min(36rem,70dvh)] rounded-card border"
		>
			{(option) => <SearchResultOption option={option} />}
		</OptionList>
	);
}

function SearchResultOption({ option: { kind, name, details } }: { option: SearchResult }) {
	const Icon = kind === 'user' ? UserRound : Package;

	return (
		<>
			<Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
			<span className="min-w-0 flex-1">
				<span className="line-clamp-1 font-semibold wrap-anywhere">
					{name}
					<span className="sr-only">{kind === 'user' ? ', user' : ', item'}</span>
				</span>
				<span className="line-clamp-1 text-xs text-ink-soft wrap-anywhere">{details}</span>
			</span>
		</>
	);
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * State of the result list, by the ARIA combobox pattern. Enter chooses the active result. If Enter is pressed before the
 * results arrive, the first result is chosen on arrival.
 */
function useSearchList(onChoose: (selected: SearchResult) => void) {
	const [typed, setTyped] = useState('');
	const [isOpen, setIsOpen] = useState(false);
	const [active, setActive] = useState(0);
	/** Enter was pressed before the results for the typed text had arrived. */
	const [isEnterWaiting, setIsEnterWaiting] = useState(false);
	const { results, error, isCurrent, refetchIfStale } = useSearchResults(typed);
	const options = results ?? [];
	const isShown = isOpen && typed.trim() !== '' && (results !== undefined || error !== null);

	const chooseFirst = useEffectEvent(() => {
		setIsEnterWaiting(false);
		if (options[0]) choose(options[0]);
	});
	useEffect(() => {
		if (isEnterWaiting && isCurrent) chooseFirst();
	}, [isEnterWaiting, isCurrent]);

	function setText(value: string): void {
		setTyped(value);
		setIsEnterWaiting(false);
		setActive(0);
		setIsOpen(true);
	}

	function choose(selected: SearchResult): void {
		setText('');
		setIsOpen(false);
		onChoose(selected);
	}

	/** @returns whether the list handled the key */
	function handleKey(key: string): boolean {
		if (key === 'Enter') return handleEnter();
		const step = STEPS[key];
		if (key === 'Escape' && isShown) setIsOpen(false);
		else if (step !== undefined && options.length > 0) {
			setIsOpen(true);
			setActive((active + step + options.length) % options.length);
		} else return false;
		return true;
	}

	function handleEnter(): boolean {
		if (typed.trim() === '') return false;
		const selected = options[active];
		if (!isCurrent) setIsEnterWaiting(true);
		else if (selected) choose(selected);
		return !isCurrent || selected !== undefined;
	}

	return {
		typed,
		setText,
		/** Empty while the list is hidden. */
		options: isShown ? options : [],
		active,
		highlight: setActive,
		choose,
		open: () => {
			setIsOpen(true);
			refetchIfStale();
		},
		close: () => {
			setIsOpen(false);
			setIsEnterWaiting(false);
		},
		/** Shown instead of results, once the server has answered for the current text: nothing found, or an error. */
		message: isShown && isCurrent ? messageOf(error, options.length) : undefined,
		onKeyDown: (event: ReactKeyboardEvent) => {
			if (!isComposing(event) && handleKey(event.key)) event.preventDefault();
		},
	};
}

function messageOf(error: Error | null, count: number): string | undefined {
	const { failed, nothing } = ADMIN_SEARCH_MESSAGES;
	if (error) return errorMessageFor(error, failed, failed);
	return count === 0 ? nothing : undefined;
}

const SHORTCUT = '/';
const QUERY_MAX_LENGTH = 200;

/** Finds a user or an item from any page: arrow keys move, Enter opens. */
export function AdminSearch() {
	const navigate = useNavigate();
	const listId = useId();
	const input = useRef<HTMLInputElement>(null);
	useShortcut(input);
	const list = useSearchList(({ to }) => {
		input.current?.blur();
		void navigate(to);
	});
	const { options, active, message } = list;
	const hasShortcut = useLetterKeys();
	const isExpanded = options.length > 0;

	return (
		<search className="relative min-w-0 max-w-[32.5rem] flex-1">
			<label className="flex h-11 cursor-text items-center gap-2.5 rounded-field bg-sunken px-3.5 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-link">
				<Search aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
				<input
					ref={input}
					type="search"
					role="combobox"
					aria-label={ADMIN_SEARCH_MESSAGES.label}
					aria-keyshortcuts={hasShortcut ? SHORTCUT : undefined}
					aria-expanded={isExpanded}
					aria-controls={isExpanded ? listId : undefined}
					aria-autocomplete="list"
					aria-activedescendant={isExpanded ? optionId(listId, active) : undefined}
					value={list.typed}
					placeholder={ADMIN_SEARCH_MESSAGES.label}
					maxLength={QUERY_MAX_LENGTH}
					autoComplete="off"
					onChange={(event) => list.setText(event.target.value)}
					onFocus={list.open}
					onBlur={list.close}
					onKeyDown={list.onKeyDown}
					className="h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-ink-soft"
				/>
				{hasShortcut && (
					<kbd className="hidden rounded-[0.375rem] border border-line bg-surface px-1.5 font-text text-xs font-semibold wide:inline pointer-coarse:hidden">
						{SHORTCUT}
					</kbd>
				)}
			</label>
			{isExpanded && (
				<SearchResultList
					id={listId}
					options={options}
					active={active}
					onHighlight={list.highlight}
					onChoose={list.choose}
				/>
			)}
			{message && (
				<p className="absolute inset-x-0 top-full z-30 mt-1.5 rounded-card border border-line bg-surface px-4 py-3 text-sm text-ink-soft shadow-float">
					{message}
				</p>
			)}
			<span role="status" className="sr-only">
				{isExpanded ? `${options.length} found` : message}
			</span>
		</search>
	);
}

/** The shortcut focuses the search, except while the user types in a field or a modal dialog is open. */
function useShortcut(input: RefObject<HTMLInputElement | null>): void {
	useEffect(() => {
		function handleKeyDown(event: KeyboardEvent) {
			if (event.key !== SHORTCUT || event.ctrlKey || event.metaKey || event.altKey) return;
			if (!areLetterKeysOn()) return;
			const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS);
			if (isTyping || document.querySelector('dialog:modal')) return;
			event.preventDefault();
			input.current?.focus();
		}

		document.addEventListener('keydown', handleKeyDown);
		return () => document.removeEventListener('keydown', handleKeyDown);
	}, [input]);
}

const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select';
