import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, X } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { readSearches, removeSearch } from './last-searches-store.ts';

const KEY = ['last-searches'] as const;

export interface LastSearchesProps {
	onChoose: (query: string) => void;
	/** Called when a search was removed, to move the focus: the pressed button is about to disappear. */
	onRemoved: () => void;
}

/** The user's last searches, shown under an empty search box. */
export function LastSearches({ onChoose, onRemoved }: LastSearchesProps) {
	const id = useId();
	const client = useQueryClient();
	const { data: searches = [] } = useQuery({
		queryKey: KEY,
		queryFn: readSearches,
		// Stored in this browser: reading needs no network, and the searches are read anew each time the list opens.
		networkMode: 'always',
		gcTime: 0,
	});

	async function remove(query: string) {
		client.setQueryData(KEY, await removeSearch(query));
		onRemoved();
	}

	if (searches.length === 0) return null;
	return (
		<section
			aria-labelledby={id}
			className="absolute inset-x-0 top-full z-30 rounded-b-card border-b border-line bg-surface p-1.5 shadow-float tablet:mt-1.5 tablet:rounded-card tablet:border"
		>
			<p id={id} className="px-2.5 py-1 text-xs font-semibold text-ink-soft">
				Last searches
			</p>
			<ul>
				{searches.map((query) => (
					<li key={query} className="flex items-center">
						<button
							type="button"
							onMouseDown={keepFocus}
							onClick={() => onChoose(query)}
							className="flex min-h-12 min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-field px-2.5 text-left text-sm hover:bg-sunken"
						>
							<History aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft" />
							<span className="truncate">{query}</span>
						</button>
						<IconButton
							label={`Remove “${query}”`}
							icon={<X aria-hidden="true" className="size-4" />}
							onMouseDown={keepFocus}
							onClick={() => remove(query)}
						/>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Keeps the focus in the search box, because the list closes when the box loses the focus. */
function keepFocus(event: MouseEvent) {
	event.preventDefault();
}
