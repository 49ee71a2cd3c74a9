import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ownReportsQuery } from './queries.ts';
import { ReportCard } from './report-card.tsx';

const SKELETONS = ['first', 'second', 'third'] as const;

export function MyReportsPage() {
	return (
		<div className="mx-auto w-full max-w-3xl px-4 py-8 tablet:px-7">
			<div className="grid gap-2 pb-6">
				<PageHeading>{PAGE_TABLE.myReports.label}</PageHeading>
				<p className="max-w-prose text-ink-soft">We never tell anyone who sent a report.</p>
			</div>
			<Reports />
		</div>
	);
}

function Reports() {
	const reports = useInfiniteQuery(ownReportsQuery());
	const { data, error, isPending, hasNextPage } = reports;

	if (isPending) return <ReportsSkeleton />;
	if (!data) {
		return (
			<ErrorState
				error={error}
				message={formErrorMessage(error)}
				onRetry={() => reports.refetch()}
			/>
		);
	}
	const ownReports = data.pages.flatMap((page) => page.reports);
	if (ownReports.length === 0) return <NoReports />;
	return (
		<>
			<ul aria-label={PAGE_TABLE.myReports.label} className="grid gap-4">
				{ownReports.map((report) => (
					<li key={report.id}>
						<ReportCard report={report} />
					</li>
				))}
			</ul>
			{hasNextPage && <LoadMore list={reports} failure={formErrorMessage(error)} />}
		</>
	);
}

function NoReports() {
	return (
		<EmptyState
			title={REPORT_MESSAGES.noReports}
			action={
				<>
					<ButtonLink variant="main" to={categoryPath()}>
						See what is on sale
					</ButtonLink>
					<ButtonLink to={PAGES.rules}>Read the rules</ButtonLink>
				</>
			}
		>
			{REPORT_MESSAGES.noReportsHint}
		</EmptyState>
	);
}

function ReportsSkeleton() {
	return (
		<div role="status" className="grid gap-4">
			<span className="sr-only">Loading your reports…</span>
			{SKELETONS.map((name) => (
				<Skeleton key={name} className="h-36" />
			))}
		</div>
	);
}
