import type { itemAnalytics } from '#contract/admin/analytics.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatCount } from '#contract/core/format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

type CategoryStats = Parsed<typeof itemAnalytics>['analytics']['categoryStats'];

/** The number of available items in each category, as a list with a bar in each row. */
export function CategoryBars({ stats }: { stats: CategoryStats | undefined }) {
	const maxCount = Math.max(1, ...(stats ?? []).map(({ count }) => count));

	return (
		<section
			aria-labelledby="by-category"
			className="grid gap-3 rounded-card border border-line bg-surface p-4"
		>
			<h2 id="by-category" className="text-lg">
				Available items by category
			</h2>
			{stats ? (
				<ul className="grid gap-2.5">
					{stats.map(({ category, count }) => (
						<li
							key={category}
							className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-sm tablet:grid-cols-[8rem_minmax(0,1fr)_4rem]"
						>
							<span className="wrap-anywhere">{category}</span>
							<span className="text-right font-semibold tabular-nums tablet:order-last">
								{formatCount(count)}
							</span>
							<svg
								aria-hidden="true"
								className="h-3 w-full overflow-hidden rounded-full bg-sunken max-tablet:col-span-2"
							>
								<rect
									width={`${((count / maxCount) * 100).toFixed(2)}%`}
									height="100%"
									rx="6"
									className="fill-accent"
								/>
							</svg>
						</li>
					))}
				</ul>
			) : (
				<Skeleton className="h-40" />
			)}
		</section>
	);
}
