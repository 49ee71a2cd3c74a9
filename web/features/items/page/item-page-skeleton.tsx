import { Skeleton } from '#web/ui/skeleton.tsx';

export function ItemPageSkeleton() {
	return (
		<div
			role="status"
			className="wrap grid gap-5 tablet:grid-cols-[1.25fr_1fr] tablet:items-start tablet:gap-8 tablet:py-8 wide:gap-11"
		>
			<span className="sr-only">Loading item…</span>
			<Skeleton className="-mx-4 aspect-4/3 rounded-none tablet:mx-0 tablet:rounded-[1.375rem]" />
			<div className="grid gap-3">
				<Skeleton className="h-6 w-40" />
				<Skeleton className="h-9 w-4/5" />
				<Skeleton className="h-10 w-36" />
				<Skeleton className="mt-6 h-5 w-28" />
				<Skeleton className="h-24 w-full" />
				<Skeleton className="mt-3 h-20 w-full rounded-card" />
			</div>
		</div>
	);
}
