/** A turning ring; under reduced motion it stands still, so it never stands alone for 'loading'. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
	return (
		<span
			aria-hidden="true"
			className={`inline-block shrink-0 rounded-full border-2 border-current border-r-transparent motion-safe:animate-spin ${className}`}
		/>
	);
}
