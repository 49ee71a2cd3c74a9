import { Package, UserRound } from 'lucide-react';
import { OptionList } from '#web/ui/option-list.tsx';
import type { SearchResult } from './use-search-results.ts';

interface SearchResultListProps {
	id: string;
	options: readonly SearchResult[];
	/** Index of the active option. */
	active: number;
	onHighlight: (index: number) => void;
	onChoose: (option: SearchResult) => void;
}

/** The users and items that the search found, as options below its field. */
export function SearchResultList(props: SearchResultListProps) {
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
