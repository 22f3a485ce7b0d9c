import { writePerformancePage } from './performance-page';

writePerformancePage();
