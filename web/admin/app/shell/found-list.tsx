import { Package, UserRound } from 'lucide-react';
import { OptionList } from '#web/ui/option-list.tsx';
import type { Found } from './use-found.ts';

interface FoundListProps {
	id: string;
	options: readonly Found[];
	active: number;
	onHighlight: (place: number) => void;
	onChoose: (option: Found) => void;
}

/** What the search has found. */
export function FoundList(list: FoundListProps) {
	return (
		<OptionList
			{...list}
			label="Found"
			keyOf={({ to }) => to}
			className="mt-1.5 grid max-h-[min(36rem,70dvh)] rounded-card border"
		>
			{(option) => <FoundOne option={option} />}
		</OptionList>
	);
}

function FoundOne({ option: { kind, name, more } }: { option: Found }) {
	const Icon = kind === 'user' ? UserRound : Package;

	return (
		<>
			<Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
			<span className="min-w-0 flex-1">
				<span className="line-clamp-1 font-semibold wrap-anywhere">
					{name}
					<span className="sr-only">{kind === 'user' ? ', user' : ', item'}</span>
				</span>
				<span className="line-clamp-1 text-xs text-ink-soft wrap-anywhere">{more}</span>
			</span>
		</>
	);
}
