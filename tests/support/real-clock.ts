import { afterEach, vi } from 'vitest';

/** Files share a process and its clock: one left fake in a test would be wrong in all tests after it. */
afterEach(() => void vi.useRealTimers());
