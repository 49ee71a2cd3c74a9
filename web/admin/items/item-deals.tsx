import { type AdminDeal, DEAL_EVENT_LABELS } from '#contract/admin/deals.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Link } from '#web/ui/link.tsx';

/** The deals of an item, each with the times of its steps. */
export function ItemDeals({ deals }: { deals: readonly AdminDeal[] }) {
	if (deals.length === 0) return null;
	return (
		<section aria-label="Deals" className="grid gap-2">
			<h3 className="text-base">Deals</h3>
			<ul className="grid gap-4">
				{deals.map(({ buyer, startedAt, steps }) => (
					<li key={buyer.id} className="grid gap-1 border-l-2 border-line pl-3 text-sm">
						<p className="wrap-anywhere">
							<Link
								to={`${ADMIN_PAGES.users}?user=${buyer.id}`}
								className="font-semibold text-link"
							>
								<bdi>{buyer.userName}</bdi>
							</Link>
							<span className="text-ink-soft">, since {formatMoment(startedAt)}</span>
						</p>
						<ol className="grid gap-0.5">
							{steps.map(({ id, type, at }) => (
								<li key={id}>
									{DEAL_EVENT_LABELS[type]}
									<span className="text-ink-soft">, {formatMoment(at)}</span>
								</li>
							))}
						</ol>
					</li>
				))}
			</ul>
		</section>
	);
}
