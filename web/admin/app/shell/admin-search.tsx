import { Search } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { areLetterKeysOn, useLetterKeys } from '#web/admin/kit/letter-keys.ts';
import { optionId } from '#web/ui/option-list.tsx';
import { SearchResultList } from './search-result-list.tsx';
import { useSearchList } from './use-search-list.ts';

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
