import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import type { MostWanted as MostWantedEntry } from '#contract/wanted/schemas.ts';
import { Link } from '#web/ui/link.tsx';
import { mostWantedQuery } from './queries.ts';

/**
 * Subjects and categories that several people look for now, as ideas for sellers. Renders nothing if there are none.
 */
export function MostWanted() {
	const id = useId();
	const { data: most = [] } = useQuery(mostWantedQuery());
	if (most.length === 0) return null;
	return (
		<section aria-labelledby={id} className="grid gap-3 border-t border-line pt-6">
			<h2 id={id} className="text-xl">
				Looked for most
			</h2>
			<ul className="flex flex-wrap gap-2">
				{most.map((entry) => (
					<li key={`${entry.subject ?? ''}/${entry.category ?? ''}`}>
						<MostWantedLink entry={entry} />
					</li>
				))}
			</ul>
		</section>
	);
}

function MostWantedLink({ entry }: { entry: MostWantedEntry }) {
	const { subject, category, wanted, onSale } = entry;
	const filter = new URLSearchParams(subject ? { subject } : { category: category ?? '' });
	return (
		<Link
			to={`${PAGES.wanted}?${filter}`}
			className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-field border border-line bg-surface px-3 py-2 text-sm hover:bg-sunken"
		>
			<span className="font-semibold">{subject ?? category}</span>
			<span className="text-ink-soft tabular-nums">
				{wanted} look for it · {onSale} on sale
			</span>
		</Link>
	);
}
